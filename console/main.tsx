// Where the console begins in the browser. The styles of the whole come first, so that those of a screen outdo them.

import './design/tokens.css';
import './design/base.css';

import { render } from 'preact';
import { App } from './app.tsx';
import { fetchScreensInTime } from './shell/later.tsx';
import { watchService } from './shell/reachability.ts';

watchService();
fetchScreensInTime();
render(<App />, document.getElementById('console') as HTMLElement);
