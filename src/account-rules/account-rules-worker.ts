import { parentPort, workerData } from 'node:worker_threads';
import { readAccountRules } from './read-account-rules.ts';

// Read here, so that a file that keeps the YAML parser busy keeps nobody waiting and can be given up.
parentPort?.postMessage(readAccountRules(workerData));
