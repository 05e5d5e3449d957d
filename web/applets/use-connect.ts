import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Applet, AppletForViewer } from '../../worker/contract/applets.ts'
import { api } from '../api.ts'
import { addressQuery, dropFromAddress } from '../browser/address.ts'
import { reloadWhenRestored } from '../browser/bfcache.ts'
import { leaveFlash } from '../browser/flash-cookie.ts'
import { goTo } from '../browser/navigate.ts'
import { onReturn } from '../browser/on-return.ts'
import { localStore, sessionStore } from '../browser/storage.ts'
import { after } from '../browser/timers.ts'
import { fireWindowEvent } from '../browser/window-event.ts'
import type { Session } from '../site/session.ts'
import { useSite } from '../site/site-context.tsx'
import { useFlash } from '../ui/use-flash.tsx'
import { errorInAddress } from '../site/address-message.ts'
import { ConnectDriver } from './connect-driver.ts'
import { connectMemory } from './connect-memory.ts'
import type { ConnectState } from './connect-state.ts'

export type ConnectSession = Session<AppletForViewer | null>
type OpenConnect = (session: ConnectSession) => ConnectDriver | null

const ConnectContext = createContext<OpenConnect>(() => null)
export const ConnectProvider = ConnectContext.Provider

/** One driver for all parts of the page, made when the first of them knows the viewer. */
export function useConnectDrivers(applet: Applet): OpenConnect {
  return useState(() => {
    let driver: ConnectDriver | null = null
    return (session: ConnectSession) => {
      const viewer = viewerOf(session)
      if (viewer !== 'unknown') driver ??= new ConnectDriver(applet, viewer)
      return driver
    }
  })[0]
}

function viewerOf(session: ConnectSession): AppletForViewer | null | 'unknown' {
  if (session.kind === 'visitor') return null
  return session.kind === 'user' && session.viewer ? session.viewer : 'unknown'
}

export type Connect = { state: ConnectState; send: ConnectDriver['send']; driver: ConnectDriver }

/** The viewer's part of the Applet as it is now; null where nobody could tell who is looking. Waits for the session. */
export function useConnect(session: Promise<ConnectSession>): Connect | null {
  const driver = use(ConnectContext)(use(session))
  const state = useSyncExternalStore(
    driver?.subscribe ?? listenToNothing,
    driver?.get ?? nothing,
    driver?.get ?? nothing,
  )
  return driver && state ? { state, send: driver.send, driver } : null
}

const listenToNothing = () => () => {}
const nothing = () => null

/** How long the reader must have been in another tab before the server is asked again. */
const AWAY = 1000

/** Connects the driver to this browser, once, where the button is. */
export function useConnectInBrowser(session: Promise<ConnectSession>, connect: Connect | null): void {
  const { auto_connect: autoConnect } = useSite()
  const flash = useFlash()
  const viewer = use(session)
  const sessionId = viewer.kind === 'user' ? viewer.me.session_id : null
  const driver = connect?.driver

  useEffect(() => reloadWhenRestored(), [])
  useEffect(() => {
    if (!driver) return undefined
    const { id: appletId } = driver.get().applet
    const memory = connectMemory({ local: localStore, session: sessionStore, now: Date.now, appletId, sessionId })
    const close = driver.open(
      {
        ...api,
        memory,
        goTo,
        after,
        flash: (message) => flash('danger', message),
        leaveFlash: (message) => leaveFlash({ type: 'danger', message }),
        announceEnabled: ({ id, friendly_id }) => fireWindowEvent('appletEnabled', { id, friendly_id }),
      },
      { denied: takeErrorFromAddress(), autoConnect },
    )
    const stopListening = onReturn(AWAY, () => driver.send({ type: 'returned' }))
    return () => {
      stopListening()
      close()
    }
  }, [driver, sessionId, autoConnect, flash])
}

function takeErrorFromAddress(): string | null {
  const message = errorInAddress(addressQuery())
  if (message !== null) dropFromAddress(['error_type', 'error_message'])
  return message
}
