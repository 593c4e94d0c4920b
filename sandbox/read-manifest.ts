import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const MANIFEST = z.object({
  features: z.object({
    bot_user: z.object({ display_name: z.string() }),
    slash_commands: z.array(z.object({ command: z.string() })),
    shortcuts: z.array(z.object({ name: z.string(), callback_id: z.string() })),
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
});

/** What manifest.yml declares: slash commands, message shortcuts, bot scopes and the bot's name. */
export function readManifest() {
  const text = readFileSync(join(import.meta.dirname, '../manifest.yml'), 'utf8');
  const { features, oauth_config } = MANIFEST.parse(parse(text));
  return {
    commands: features.slash_commands.map(({ command }) => command),
    shortcuts: features.shortcuts,
    scopes: oauth_config.scopes.bot,
    botName: features.bot_user.display_name,
  };
}
