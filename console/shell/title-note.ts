// What a screen has to say in the tab's title beside its name, for whoever looks at another tab. Empty where there is nothing.

import { signal } from '@preact/signals';

export const titleNote = signal('');
