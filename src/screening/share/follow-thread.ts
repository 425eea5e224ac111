// A thread of a service that follows a depot: looks once, takes what is newer, and ends.

import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../clock.ts';
import type { FollowOrder } from '../../datasets/share/follow.ts';
import { lookAtLists } from './look-at-lists.ts';

parentPort?.postMessage(await lookAtLists(workerData as FollowOrder, systemClock));
