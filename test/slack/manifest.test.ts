import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readManifest } from '../../sandbox/read-manifest.ts';
import { BOT_SCOPES } from '../../src/slack/kit/access.ts';
import { REGISTERED } from '../../src/slack/listeners.ts';
import { words } from '../support/reader.ts';

test('manifest.yml declares exactly what is registered and the scopes that are used', () => {
  const manifest: unknown = parse(readFileSync(join(import.meta.dirname, '../../manifest.yml'), 'utf8'));
  expect(manifest).toEqual({
    _metadata: { major_version: 2, minor_version: 1 },
    display_information: {
      name: expect.stringMatching(/^.{1,35}$/),
      description: expect.stringMatching(/^.{1,140}$/),
    },
    features: {
      app_home: {
        home_tab_enabled: REGISTERED.events.includes('app_home_opened'),
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: true,
      },
      bot_user: { display_name: expect.any(String), always_online: false },
      slash_commands: REGISTERED.commands.map((command) => ({
        command,
        description: expect.stringMatching(/^.{1,2000}$/),
        usage_hint: expect.stringMatching(/^.{1,1000}$/),
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

test('people are told to invite the bot by its name in manifest.yml, in characters that Slack documents', () => {
  const { botName } = readManifest();
  // ManifestBotUser in @slack/web-api.
  expect(botName).toMatch(/^[a-z0-9._-]{1,80}$/);
  expect(words.watches.broken('not-in-channel', 'x')).toContain(`/invite @${botName}`);
});
