/** The bot scopes without which something fails; manifest.yml asks for exactly these. */
export const BOT_SCOPES: readonly string[] = ['commands'];
