import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { readPageState, readSession } from './browser/page-state.ts'
import { loadPage } from './pages.ts'
import { App } from './site/app.tsx'

const state = readPageState()
const Page = await loadPage(state.page)
startTransition(() => {
  hydrateRoot(document, <App state={state} session={readSession()} Page={Page} />)
})
