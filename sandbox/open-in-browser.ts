import { spawn } from 'node:child_process';

/** What each platform opens a link with; elsewhere the freedesktop one. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the address with what this machine opens links with, and does not wait. Calls `onProblem` when there is nothing. */
export function openInBrowser(url: string, onProblem: (problem: string) => void): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  opener.on('error', () => onProblem(`${command} is not there to open the page; its address is ${url}`));
  opener.unref();
}
