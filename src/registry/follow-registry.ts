// Follows a depot where the registry is published.

import { type FollowOptions, followSource, type SourceFollower } from '../datasets/share/follow.ts';

export function followRegistry(options: Omit<FollowOptions, 'thread'>): SourceFollower {
  return followSource({ ...options, thread: new URL('./follow-thread.ts', import.meta.url) });
}
