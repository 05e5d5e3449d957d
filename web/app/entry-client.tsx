import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { readPageState, readSession } from '../browser/hydration/read-page-state.ts'
import { watchErrors } from '../browser/report/watch-errors.ts'
import { hideToken } from '../browser/navigation/page-address.ts'
import { rememberTimeZone } from '../browser/time/remember-time-zone.ts'
import { whenIdle } from '../browser/observe/when-idle.ts'
import { afterLoad } from './after-load.ts'
import { loadPageFile } from './pages.ts'
import { App } from '../site/layout/app.tsx'

hideToken()
rememberTimeZone()
const state = readPageState()
watchErrors(state)
const session = readSession()
const Page = await loadPageFile(state.file)
startTransition(() => {
  hydrateRoot(document, <App state={state} session={session} Page={Page} />)
})
whenIdle(() => void afterLoad(state, session, hydrateRoot).catch(() => null))
