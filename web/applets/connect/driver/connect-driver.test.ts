import { expect, test } from 'vitest'
import type { AppletForViewer } from '../../../../worker/contract/applets/applet.ts'
import { RequestError, type RefusalBody } from '../../../browser/request/request-error.ts'
import { ConnectStore } from './connect-store.ts'
import { applet, connected, ofUser, viewer } from '../../applet.fixture.ts'
import { DISABLED, ENABLED } from '../flow/connect-state.fixture.ts'
import { world } from './connect-driver.fixture.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const refuse = (status: number, error: NonNullable<RefusalBody['error']>) => async (): Promise<never> => {
  throw new RequestError(Response.json({}, { status }), { error, errors: [] })
}

// §4.10-17
test('a press creates the Applet, clears saved state, fires the event', async () => {
  const { store, log, press } = world()
  press()
  expect(store.get().kind).toBe('creating')
  await settled()
  expect(store.get().viewer?.status).toBe('enabled_for_user')
  expect(log).toEqual(['create rev 1', 'forget', 'enabled 1'])
})

test('one press ends in Connected after all consents', async () => {
  const { store, log } = world({ savedMissing: 2 })
  await settled()
  expect(store.get().viewer?.status).toBe('enabled_for_user')
  expect(log[0]).toBe('create rev 1')
})

test('saves the press before the browser leaves', () => {
  const { log, press } = world({ viewer: { connections: connected() } })
  press()
  expect(log[0]).toBe('rememberConnect 2')
  expect(log[1]).toMatch(/^go \/activate\?/)
})

// §4.8-03
test('Reconnect after disabling sends preserve_applet_fields', async () => {
  const { store, log, press, elapse } = world({ viewer: ENABLED })
  press()
  await settled()
  expect(store.get().kind).toBe('releasing')
  elapse()
  expect(store.get().kind).toBe('disconnected')
  elapse()
  expect(store.get().kind).toBe('idle')
  press()
  await settled()
  expect(store.get().viewer?.status).toBe('enabled_for_user')
  expect(log).toContain('save {"preserve_applet_fields":true,"rev":1}')
})

test('a press during the success animation stops it and disconnects', async () => {
  const { store, log, press, elapse, timers } = world()
  press()
  await settled()
  expect([...timers.values()]).toEqual([2000])
  press()
  expect([store.get().kind, timers.size]).toEqual(['disabling', 0])
  await settled()
  elapse()
  elapse()
  expect([store.get().kind, store.get().viewer?.status]).toEqual(['idle', 'disabled_for_user'])
  expect(log.filter((entry) => entry === 'create rev 1' || entry === 'disable')).toEqual(['create rev 1', 'disable'])
})

test('reduced motion skips the connect animation but keeps Disconnected', async () => {
  const { store, press, timers, elapse } = world({ ports: { motionReduced: () => true } })
  press()
  await settled()
  expect([store.get().kind, timers.size]).toEqual(['idle', 0])
  press()
  await settled()
  expect([store.get().kind, ...timers.values()]).toEqual(['disconnected', 1500])
  elapse()
  expect(store.get().kind).toBe('idle')
})

test('follows redirect_to of a refusal', async () => {
  const message = 'Please look here.'
  const elsewhere = { code: 'conflict', message, redirect_to: '/my_applets' } as const
  const { log, press } = world({ ports: { createApplet: refuse(409, elsewhere) } })
  press()
  await settled()
  expect(log).toEqual([`leave ${message}`, 'forget', 'go /my_applets'])
})

test('a network failure counts as a failed create', async () => {
  const away = async () => {
    throw new RequestError(null, {})
  }
  const { store, log, press } = world({ ports: { createApplet: away } })
  press()
  await settled()
  expect(log).toEqual(['forget', 'flash There was an error creating the Applet'])
  expect(store.get().kind).toBe('idle')
})

test('says so when an Applet stops only within a minute', async () => {
  const disableApplet = async () => ({ applet: { ...ofUser(DISABLED), stopped: false } })
  const { store, log, press } = world({ viewer: ENABLED, ports: { disableApplet } })
  press()
  await settled()
  expect(log).toContain('flash It stops within a minute.')
  expect(store.get().viewer?.status).toBe('disabled_for_user')
})

test('drops an answer from before the last press', async () => {
  const answers: ((response: { viewer: AppletForViewer }) => void)[] = []
  const appletViewer = () => new Promise<{ viewer: AppletForViewer }>((resolve) => answers.push(resolve))
  const { store, press } = world({ viewer: ENABLED, ports: { appletViewer } })
  store.send({ type: 'returned' })
  press()
  await settled()
  answers[0]?.({ viewer: viewer(ENABLED) })
  await settled()
  expect(store.get().viewer?.status).toBe('disabled_for_user')
})

test('a failed refresh changes nothing and shows nothing', async () => {
  const { store, log } = world({
    viewer: ENABLED,
    ports: { appletViewer: refuse(500, { code: 'internal', message: '' }) },
  })
  store.send({ type: 'returned' })
  await settled()
  expect([store.get().kind, log]).toEqual(['idle', ['forget']])
})

// §4.10-09
test('flashes an existing connection and becomes Connected', async () => {
  const message = 'You already have a connection to Home Assistant.'
  const { store, log, press } = world({
    applet: { config_type: 'dynamic' },
    ports: { checkConnection: async () => ({ connection_already_exists: { message } }) },
  })
  press()
  await settled()
  expect(log).toEqual(['forget', `flash ${message}`])
  expect(store.get()).toMatchObject({ kind: 'idle', viewer: { status: 'enabled_for_user' } })
})

test('creates a dynamic config without an existing connection', async () => {
  const { store, press } = world({ applet: { config_type: 'dynamic' } })
  press()
  await settled()
  expect(store.get().viewer?.status).toBe('enabled_for_user')
})

// §4.10-12
test('the countdown connects after 3000 ms unless Cancel stops it', () => {
  const given = { viewer: { connections: connected() }, autoConnect: true }
  const first = world(given)
  expect([...first.timers.values()]).toEqual([3000])
  first.elapse()
  expect(first.log.some((entry) => entry.startsWith('go /activate?'))).toBe(true)
  const second = world(given)
  second.store.send({ type: 'countdownCancelled' })
  expect(second.timers.size).toBe(0)
  expect(second.store.get().kind).toBe('idle')
})

test('keeps a press made before the flow has loaded', async () => {
  const store = new ConnectStore(applet(), viewer())
  store.send({ type: 'pressed' })
  const seen: string[] = []
  store.attach((event) => void seen.push(event.type), {
    type: 'opened',
    savedMissing: null,
    loggedIn: false,
    changed: false,
    denied: null,
    autoConnect: false,
  })
  expect(seen).toEqual(['opened', 'pressed'])
})

test('a closed driver does nothing more', async () => {
  const { store, log, close, press } = world()
  press()
  close()
  await settled()
  expect(store.get().kind).toBe('creating')
  expect(log).toEqual(['create rev 1'])
})
