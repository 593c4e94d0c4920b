import { execFile } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Copy, DockerfileParser, type From, type Instruction } from 'dockerfile-ast';

/** A stage of a Dockerfile, its files in a folder of this machine. */
export interface Stage {
  /** Stands for `/` of the stage. */
  readonly root: string;
  workdir: string;
  readonly env: Record<string, string>;
  /** As `USER` has it; root until then. */
  user: string;
  /** Of `CMD`, in the form of a list. */
  command: readonly string[];
  /** Of `HEALTHCHECK`, the same. */
  healthCheck: readonly string[];
}

export interface Ground {
  /** The files that an engine would be sent. */
  readonly context: string;
  /** An empty folder for the stages. */
  readonly stages: string;
  /** Puts into `root` what of that image the steps ask for. */
  readonly layBase: (image: string, root: string) => void;
  /** Variables that every `RUN` has. */
  readonly env: Record<string, string>;
}

/**
 * Performs the steps of a Dockerfile without an engine and gives its last stage. There is no wall around it: a `RUN` that
 * names an absolute path is refused, owners are only set by root, and libraries are this machine's. Throws on an
 * instruction it does not know.
 */
export async function performSteps(dockerfile: string, ground: Ground): Promise<Stage> {
  const stages: Stage[] = [];
  const byName = new Map<string, Stage>();
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    if (instruction.getKeyword() !== 'FROM') {
      const stage = stages.at(-1);
      if (!stage) throw new Error(`${instruction.getKeyword()} before FROM`);
      await perform(instruction, { stage, byName, ground });
      continue;
    }
    const from = instruction as From;
    const root = join(ground.stages, String(stages.length));
    mkdirSync(root);
    ground.layBase(from.getImage() ?? '', root);
    const stage: Stage = { root, workdir: '/', env: {}, user: '0:0', command: [], healthCheck: [] };
    stages.push(stage);
    byName.set(from.getBuildStage() ?? String(stages.length - 1), stage);
  }
  const last = stages.at(-1);
  if (!last) throw new Error('no FROM');
  return last;
}

interface Scene {
  readonly stage: Stage;
  readonly byName: ReadonlyMap<string, Stage>;
  readonly ground: Ground;
}

async function perform(instruction: Instruction, scene: Scene): Promise<void> {
  const { stage } = scene;
  const words = instruction.getArguments().map((argument) => argument.getValue());
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.workdir = resolve(stage.workdir, words[0] ?? '');
      mkdirSync(inside(stage, '.'), { recursive: true });
      return;
    case 'ENV':
      for (const word of words) {
        const [name = '', value = ''] = word.split(/=(.*)/);
        stage.env[name] = value;
      }
      return;
    case 'COPY':
      copy(instruction as Copy, words, scene);
      return;
    case 'RUN':
      await run(instruction.getRawArgumentsContent() ?? '', scene);
      return;
    case 'USER':
      stage.user = words[0] ?? '';
      return;
    case 'CMD':
      stage.command = JSON.parse(instruction.getRawArgumentsContent() ?? '') as string[];
      return;
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(/\[.*$/s.exec(words.join(' '))?.[0] ?? '') as string[];
      return;
    case 'EXPOSE':
    case 'VOLUME':
      return;
    default:
      throw new Error(`${instruction.getKeyword()} is not known here`);
  }
}

/** As COPY does it: of a folder its contents; several files, or a file before a slash, into a folder. */
function copy(instruction: Copy, paths: readonly string[], { stage, byName, ground }: Scene): void {
  const flags = new Map(instruction.getFlags().map((flag) => [flag.getName(), flag.getValue() ?? '']));
  const target = paths.at(-1) ?? '';
  const origin = flags.get('from');
  const from = origin === undefined ? ground.context : byName.get(origin)?.root;
  if (from === undefined) throw new Error(`COPY from ${origin}, which is no stage`);
  for (const path of paths.slice(0, -1)) {
    const source = join(from, path);
    const isIntoFolder = !statSync(source).isDirectory() && (paths.length > 2 || target.endsWith('/'));
    const place = inside(stage, isIntoFolder ? join(target, basename(path)) : target);
    cpSync(source, place, { recursive: true, verbatimSymlinks: true });
    const [uid, gid] = (flags.get('chown') ?? '').split(':').map(Number);
    if (process.getuid?.() === 0 && uid && gid) chownSync(place, uid, gid);
  }
}

async function run(command: string, { stage, ground }: Scene): Promise<void> {
  if (/(?:^|[\s=;&|('"])\/\w/.test(command)) throw new Error(`RUN with an absolute path: ${command}`);
  await promisify(execFile)('sh', ['-ec', command], {
    cwd: inside(stage, '.'),
    env: { ...ground.env, ...stage.env },
    maxBuffer: 10_000_000,
  });
}

function inside(stage: Stage, path: string): string {
  return join(stage.root, resolve(stage.workdir, path));
}
