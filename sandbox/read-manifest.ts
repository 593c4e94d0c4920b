import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const MANIFEST = z.object({
  features: z.object({
    slash_commands: z.array(
      z.object({ command: z.string(), description: z.string(), usage_hint: z.string().default('') }),
    ),
    shortcuts: z.array(z.object({ name: z.string(), callback_id: z.string() })).default([]),
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
});

/** What manifest.yml declares: slash commands, shortcuts and bot scopes. */
export function readManifest() {
  const text = readFileSync(join(import.meta.dirname, '../manifest.yml'), 'utf8');
  const { features, oauth_config } = MANIFEST.parse(parse(text));
  return {
    /** With the description that Slack's composer shows for each. */
    slashCommands: features.slash_commands,
    /** Message shortcuts, as the menu of a message offers them. */
    messageShortcuts: features.shortcuts,
    shortcuts: features.shortcuts.map(({ callback_id }) => callback_id),
    commands: features.slash_commands.map(({ command }) => command),
    scopes: oauth_config.scopes.bot,
  };
}
