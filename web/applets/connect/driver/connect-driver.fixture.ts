import type { Applet, AppletForViewer, AppletResponse } from '../../../../worker/contract/applets/applet.ts'
import { ConnectDriver, type ConnectPorts } from './connect-driver.ts'
import { ConnectStore } from './connect-store.ts'
import { applet, ofUser, viewer } from '../../applet.fixture.ts'
import { DISABLED, ENABLED } from '../flow/connect-state.fixture.ts'

type Given = {
  applet?: Partial<Applet>
  viewer?: Partial<AppletForViewer> | null
  ports?: Partial<ConnectPorts>
  savedMissing?: number | null
  loggedIn?: boolean
  changed?: boolean
  denied?: string | null
  autoConnect?: boolean
}

/** Test fixture of a page with a driver: `log` records its effects, `elapse` ends the running timers. */
export function world(given: Given = {}) {
  const { savedMissing = null, loggedIn = false, changed = false, denied = null, autoConnect = false } = given
  const log: string[] = []
  const timers = new Map<() => void, number>()
  const store = new ConnectStore(applet(given.applet), given.viewer === null ? null : viewer(given.viewer))
  const answer = (what: string, status: Partial<AppletForViewer>) => async (): Promise<AppletResponse> => {
    log.push(what)
    return { applet: ofUser(status) }
  }
  const ports: ConnectPorts = {
    createApplet: async ({ rev }) => answer(`create rev ${rev}`, ENABLED)(),
    saveApplet: async (_, input) => answer(`save ${JSON.stringify(input)}`, ENABLED)(),
    disableApplet: async () => ({ applet: { ...(await answer('disable', DISABLED)()).applet, stopped: true } }),
    checkConnection: async () => ({ connection_already_exists: null }),
    appletViewer: async () => ({ viewer: viewer(ENABLED) }),
    upgrade: async ({ step, plan }) => {
      log.push(`upgrade ${step} ${plan}`)
      return null
    },
    prepareUpgrade: () => void log.push('prepareUpgrade'),
    memory: {
      rememberConnect: (missing) => void log.push(`rememberConnect ${missing}`),
      rememberLogin: () => void log.push('rememberLogin'),
      forget: () => void log.push('forget'),
      savedMissing: () => savedMissing,
      takeLogin: () => loggedIn,
      showedOther: () => changed,
    },
    goTo: (path) => void log.push(`go ${path}`),
    flash: (message) => void log.push(`flash ${message}`),
    leaveFlash: (message) => void log.push(`leave ${message}`),
    after(milliseconds, run) {
      timers.set(run, milliseconds)
      return () => timers.delete(run)
    },
    motionReduced: () => false,
    announceEnabled: ({ id }) => void log.push(`enabled ${id}`),
    ...given.ports,
  }
  const close = new ConnectDriver(store, ports).open({ denied, autoConnect })
  const elapse = () => {
    const ended = [...timers.keys()]
    timers.clear()
    for (const run of ended) run()
  }
  return { store, log, close, timers, elapse, press: () => store.send({ type: 'pressed' }) }
}
