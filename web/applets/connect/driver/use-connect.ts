import { createContext, startTransition, use, useEffect, useState } from 'react'
import type { Applet, AppletForViewer, AppletOfUser } from '../../../../worker/contract/applets/applet.ts'
import type { AppletRuns } from '../../../../worker/contract/runs/run-answers.ts'
import { reloadWhenRestored } from '../../../browser/navigation/bfcache.ts'
import { addressQuery } from '../../../browser/navigation/page-address.ts'
import { messageOf } from '../../../browser/request/request-error.ts'
import type { Session } from '../../../site/session/session.ts'
import type { Clock } from '../../../ui/dates/dates.ts'
import { useSite } from '../../../site/site-context.tsx'
import { useUpgradeModalStore } from '../../../site/upgrade/store/upgrade-modal-store.ts'
import { useExternalStore } from '../../../ui/state/external-store.ts'
import { useFlash } from '../../../ui/flash/use-flash.tsx'
import type { ConnectState } from '../flow/connect-state.ts'
import { ConnectStore } from './connect-store.ts'

/**
 * The request's time from the edge, so that server and browser render the same, and the Applet's runs; null for those who
 * never enabled it, and while they cannot be read.
 */
export type PageViewer = AppletForViewer & { clock: Clock; runs: AppletRuns | null }
export type ConnectSession = Session<PageViewer | null>
type OpenStore = (session: ConnectSession) => ConnectStore | null

const ConnectContext = createContext<OpenStore>(() => null)
export const ConnectProvider = ConnectContext.Provider

/**
 * One store for all parts of the page, created when the first of them has the viewer, and the Applet as loaded or as the
 * last call returned it (§4.7–4.9).
 */
export function useConnectStore(loaded: Applet | AppletOfUser) {
  const [applet, replaceApplet] = useState(loaded)
  const [openStore] = useState(() => {
    let store: ConnectStore | null = null
    return (session: ConnectSession) => {
      const viewer = viewerOf(session)
      if (viewer !== 'unknown' && !store) {
        const opened = new ConnectStore(loaded, viewer)
        opened.subscribe(() => replaceApplet(opened.get().applet))
        store = opened
      }
      return store
    }
  })
  return { applet, openStore }
}

function viewerOf(session: ConnectSession): AppletForViewer | null | 'unknown' {
  if (session.kind === 'visitor') return null
  return session.kind === 'user' && session.viewer ? session.viewer : 'unknown'
}

export type Connect = { state: ConnectState; send: ConnectStore['send']; store: ConnectStore }

/** The viewer's current data for the Applet; null when it could not be loaded. Suspends until the session is known. */
export function useConnect(session: Promise<ConnectSession>): Connect | null {
  const store = use(ConnectContext)(use(session))
  const state = useExternalStore<ConnectState | null>(store ?? NOTHING)
  return store && state ? { state, send: store.send, store } : null
}

const NOTHING = { subscribe: () => () => {}, get: () => null }

/**
 * Starts the flow in this browser, once, where the button is: at once for a user, who may have a press to continue, and
 * for a visitor when the button is first approached. Returns whether a press will be handled.
 */
export function useConnectInBrowser(session: Promise<ConnectSession>, store: ConnectStore | null): boolean {
  const [begun, setBegun] = useState(false)
  const { auto_connect: autoConnect } = useSite()
  const flash = useFlash()
  const { ask: askUpgrade } = useUpgradeModalStore()
  const viewer = use(session)
  const sessionId = viewer.kind === 'user' ? viewer.me.session_id : null

  useEffect(() => reloadWhenRestored(), [])
  useEffect(() => {
    if (!store) return undefined
    let left = false
    let close = () => {}
    const say = (message: string) => flash('danger', message)
    const begin = async () => {
      const { connectInBrowser } = await import('./connect-in-browser.ts')
      if (left) return
      close = connectInBrowser(store, { sessionId, autoConnect, flash: say, askUpgrade })
      // Urgent, it would have React drop a part of the page that has not hydrated, with a press on it.
      startTransition(() => setBegun(true))
    }
    const start = () =>
      void begin().catch((error: unknown) => {
        store.startAtNextEvent(start)
        say(messageOf(error))
      })
    // The address may bring a message.
    if (sessionId !== null || addressQuery() !== '') start()
    else store.startAtNextEvent(start)
    return () => {
      left = true
      close()
    }
  }, [store, sessionId, autoConnect, flash, askUpgrade])
  // A visitor's press waits in the store until the flow has loaded.
  return begun || sessionId === null
}
