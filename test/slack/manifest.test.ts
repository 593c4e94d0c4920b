import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { BOT_SCOPES } from '../../src/slack/kit/access.ts';
import { REGISTERED } from '../../src/slack/listeners.ts';

test('manifest.yml declares exactly what is registered and the scopes that are used', () => {
  const manifest: unknown = parse(readFileSync(join(import.meta.dirname, '../../manifest.yml'), 'utf8'));
  expect(manifest).toEqual({
    _metadata: { major_version: 2, minor_version: 1 },
    display_information: { name: expect.any(String), description: expect.any(String) },
    features: {
      app_home: {
        home_tab_enabled: REGISTERED.events.includes('app_home_opened'),
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: true,
      },
      bot_user: { display_name: expect.any(String), always_online: false },
      slash_commands: REGISTERED.commands.map((command) => ({
        command,
        description: expect.any(String),
        usage_hint: expect.any(String),
        should_escape: false,
      })),
      shortcuts: REGISTERED.shortcuts.map((callback_id) => ({
        name: expect.stringMatching(/^.{1,24}$/),
        type: 'message',
        callback_id,
        description: expect.stringMatching(/^.{1,150}$/),
      })),
    },
    oauth_config: { scopes: { bot: BOT_SCOPES } },
    settings: {
      event_subscriptions: { bot_events: REGISTERED.events },
      // Needed for buttons and modals.
      interactivity: { is_enabled: true },
      org_deploy_enabled: false,
      socket_mode_enabled: true,
      token_rotation_enabled: false,
    },
  });
});
