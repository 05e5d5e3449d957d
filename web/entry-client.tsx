import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { readPageState, readSession } from './browser/page-state.ts'
import { rememberTimezone } from './browser/timezone.ts'
import { whenIdle } from './browser/when-idle.ts'
import { loadRequestLayer } from './api.ts'
import { loadPageFile } from './pages.ts'
import { App } from './site/app.tsx'

rememberTimezone()
const state = readPageState()
const Page = await loadPageFile(state.file)
startTransition(() => {
  hydrateRoot(document, <App state={state} session={readSession()} Page={Page} />)
})
whenIdle(() => {
  void loadRequestLayer().catch(() => null)
  void import('./browser/new-version.ts')
    .then(({ watchForNewVersion }) => watchForNewVersion(state.file))
    .catch(() => null)
})
