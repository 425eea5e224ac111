// A thread of a service that follows a depot: looks once, takes what is newer, and ends.

import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import type { FollowOrder } from '../datasets/share/follow.ts';
import { lookOnce } from '../datasets/share/look-once.ts';
import { registryDataset } from './dataset.ts';

parentPort?.postMessage(await lookOnce(registryDataset, workerData as FollowOrder, systemClock));
