import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process of its own that does jobs: load, or whatever must not share our event loop. */
export interface Worker<Job, Result> {
  /** One job at a time. Rejects with what the job failed with, and when the process ends. */
  run(job: Job): Promise<Result>;
  stop(): Promise<void>;
}

type Answer<Result> = { readonly done: Result } | { readonly failed: string };

/** `script`: below bench/, a file that calls `serveJobs`. `flags` are those of Node. */
export function startWorker<Job extends object, Result>(
  script: string,
  flags: readonly string[] = [],
): Worker<Job, Result> {
  const worker = fork(join(import.meta.dirname, '..', script), { execArgv: [...flags] });
  const exited = once(worker, 'exit');
  return {
    async run(job) {
      const ended = exited.then(([code]) => ({ failed: `${script} ended with code ${code}` }));
      const answered = once(worker, 'message').then(([answer]) => answer as Answer<Result>);
      worker.send(job);
      const answer = await Promise.race([answered, ended]);
      if ('failed' in answer) throw new Error(answer.failed);
      return answer.done;
    },
    async stop() {
      worker.kill('SIGKILL');
      await exited;
    },
  };
}
