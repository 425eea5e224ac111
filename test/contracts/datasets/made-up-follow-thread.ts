// The thread that follows a depot for the made-up dataset.

import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../src/clock.ts';
import type { FollowOrder } from '../../../src/datasets/share/follow.ts';
import { lookOnce } from '../../../src/datasets/share/look-once.ts';
import { madeUpDataset } from './made-up-dataset.ts';

parentPort?.postMessage(await lookOnce(madeUpDataset, workerData as FollowOrder, systemClock));
