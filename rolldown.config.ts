import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const DEPENDENCY = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * `npm run build`: one file in the place of some fifteen hundred, which starts twice as fast. What is not ours stays in a
 * folder `node_modules`, by which the log tells errors of ours from those that may quote a secret.
 */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    doctor: 'src/doctor.ts',
    status: 'src/status.ts',
    accounts: 'src/accounts.ts',
    fleet: 'src/fleet.ts',
    history: 'src/history.ts',
    healthcheck: 'src/healthcheck.ts',
  },
  platform: 'node',
  // pg looks for these and does without them.
  external: ['pg-native', 'pg-cloudflare'],
  output: {
    dir: 'dist',
    cleanDir: true,
    comments: false,
    chunkFileNames: '[name].js',
    codeSplitting: {
      // Each program loads the packages that it uses, and not those of the others.
      groups: [{ name: 'node_modules/dependencies', test: DEPENDENCY, entriesAware: true }],
    },
  },
  plugins: [licences()],
});

/** What is built from others' code is handed on with their licences. */
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const folders = new Set(modules.flatMap((id) => DEPENDENCY.exec(id)?.[1] ?? []));
      this.emitFile({
        type: 'asset',
        fileName: 'node_modules/licences.txt',
        source: [...folders].sort().map(licenceOf).join('\n\n'),
      });
    },
  };
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
  return `==== ${name} ${version}, ${license}\n\n${text}`;
}
