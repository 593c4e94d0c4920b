// Set up before each test file: a worker that Vitest ends writes what it has covered by then.
import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

afterAll(takeCoverage);
