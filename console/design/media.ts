// What the reader's device or system asks for, followed while the page is open.

import { useEffect, useState } from 'preact/hooks';

export function useMedia(query: string): boolean {
  const [list] = useState(() => matchMedia(query));
  const [matches, setMatches] = useState(list.matches);
  useEffect(() => {
    const look = () => setMatches(list.matches);
    list.addEventListener('change', look);
    return () => list.removeEventListener('change', look);
  }, [list]);
  return matches;
}
