// Follows a depot where lists are published.

import { type FollowOptions, followSource, type SourceFollower } from '../../datasets/share/follow.ts';

export function followListsSource(options: Omit<FollowOptions, 'thread'>): SourceFollower {
  return followSource({ ...options, thread: new URL('./follow-thread.ts', import.meta.url) });
}
