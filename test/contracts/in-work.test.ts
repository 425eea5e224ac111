import { createMemoryInWork } from '../../src/stores/in-work.memory.ts';
import { describeInWork } from './in-work.contract.ts';

describeInWork('Memory', () => createMemoryInWork({ processes: 1 }));
