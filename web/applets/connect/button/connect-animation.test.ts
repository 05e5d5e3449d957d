import { expect, test } from 'vitest'
import type { Applet, AppletForViewer } from '../../../../worker/contract/applets/applet.ts'
import { connectFlow, type ConnectEvent } from '../flow/connect-flow.ts'
import { announcement, connectLabel } from './connect-label.ts'
import { initialState, isBusy, playedOf, type ConnectState } from '../flow/connect-state.ts'
import { applet, ofUser, viewer } from '../../applet.fixture.ts'
import { at, DISABLED, ENABLED } from '../flow/connect-state.fixture.ts'

const DYNAMIC = { config_type: 'dynamic' } as const

type Frame = { label: string; kind: ConnectState['kind']; after: number }

/** A page where a press started this call. */
function calling(kind: 'creating' | 'saving' | 'disabling', given: Partial<Applet> = {}): ConnectState {
  const status: Partial<AppletForViewer> = kind === 'disabling' ? ENABLED : kind === 'saving' ? DISABLED : {}
  return at(kind, { applet: given, viewer: status })
}

const ANSWERS = {
  creating: { type: 'created', attempt: 1, applet: ofUser(ENABLED) },
  saving: { type: 'saved', attempt: 1, applet: ofUser(ENABLED) },
  disabling: { type: 'disabled', attempt: 1, applet: ofUser(DISABLED) },
} as const satisfies Record<string, ConnectEvent>

/**
 * Follows the button after this event: each frame with the ms since the previous one, until no timer is left.
 */
function show(state: ConnectState, event: ConnectEvent, after = 0): { frames: Frame[]; end: ConnectState } {
  const next = connectFlow(state, event)
  const frame = { label: connectLabel(next.state), kind: next.state.kind, after }
  const wait = next.effects.find((effect) => effect.do === 'play' || effect.do === 'wait')
  if (!wait) return { frames: [frame], end: next.state }
  const rest = show(next.state, { type: 'elapsed', attempt: next.state.attempt }, wait.milliseconds)
  return { frames: [frame, ...rest.frames], end: rest.end }
}

function answered(kind: keyof typeof ANSWERS, given: Pick<Partial<Applet>, 'config_type'> = {}) {
  const { applet: returned, ...answer } = ANSWERS[kind]
  return show(calling(kind, given), { ...answer, applet: { ...returned, ...given } })
}

// §4.11-04 §4.11-05
test.each(['creating', 'saving'] as const)(
  '%s: shows Connecting… for its steps, then Connected after 1500 ms',
  (kind) => {
    expect(connectLabel(calling(kind))).toBe('Connecting…')
    expect(answered(kind).frames).toEqual([
      { label: 'Connecting…', kind: 'succeeding', after: 0 },
      { label: 'Connecting…', kind: 'succeeded', after: 2000 },
      { label: 'Connected', kind: 'idle', after: 1500 },
    ])
  },
)

// §4.11-06 §4.11-07
test('a live channel draws 232 frames at 58 a second', () => {
  expect(connectLabel(calling('creating', DYNAMIC))).toBe('Connecting...')
  expect(answered('creating', DYNAMIC).frames).toEqual([
    { label: 'Connecting...', kind: 'succeeding', after: 0 },
    { label: 'Connected', kind: 'drawing', after: 2000 },
    { label: 'Connected', kind: 'idle', after: 4000 },
  ])
})

// §4.11-08
test('Disconnecting… becomes Disconnected, then the label returns', () => {
  expect(connectLabel(calling('disabling'))).toBe('Disconnecting…')
  expect(answered('disabling').frames).toEqual([
    { label: 'Disconnecting…', kind: 'releasing', after: 0 },
    { label: 'Disconnected', kind: 'disconnected', after: 1000 },
    { label: 'Reconnect', kind: 'idle', after: 1500 },
  ])
})

// §3-72
test('each animation is flagged as played once it ends', () => {
  const flags: ReturnType<typeof playedOf>[] = []
  let state = calling('creating')
  flags.push(playedOf(state))
  state = connectFlow(state, ANSWERS.creating).state
  flags.push(playedOf(state))
  for (let step = 0; step < 2; step += 1) {
    state = connectFlow(state, { type: 'elapsed', attempt: 1 }).state
    flags.push(playedOf(state))
  }
  expect(flags.map((each) => Object.entries(each).flatMap(([name, played]) => (played ? [name] : [])))).toEqual([
    [],
    ['connectClicked'],
    ['connectClicked', 'showSuccessConnection'],
    ['connectClicked', 'showSuccessConnection', 'enabled'],
  ])
  const { end } = answered('disabling')
  expect(playedOf(end).disabled).toBe(true)
  expect(playedOf(connectFlow(calling('disabling'), ANSWERS.disabling).state).disabled).toBe(false)
})

test('a loaded page plays no animation in any state', () => {
  for (const status of [{}, ENABLED, DISABLED]) {
    const state = initialState(applet(), viewer(status))
    const opened = { savedMissing: null, loggedIn: false, changed: false, denied: null, autoConnect: false }
    const { effects } = connectFlow(state, { type: 'opened', ...opened })
    expect(effects.filter((effect) => effect.do === 'play')).toEqual([])
    expect(announcement(state)).toBe('')
  }
})

test("a press during an animation acts on the server's state", () => {
  const press = (state: ConnectState) => connectFlow(state, { type: 'pressed' })
  let state = connectFlow(calling('creating'), ANSWERS.creating).state
  for (const kind of ['succeeding', 'succeeded']) {
    expect([state.kind, isBusy(state)]).toEqual([kind, false])
    expect(press(state)).toMatchObject({ state: { kind: 'disabling' }, effects: [{ do: 'disable', attempt: 2 }] })
    state = connectFlow(state, { type: 'elapsed', attempt: 1 }).state
  }
  state = connectFlow(calling('disabling'), ANSWERS.disabling).state
  for (const kind of ['releasing', 'disconnected']) {
    expect([state.kind, isBusy(state)]).toEqual([kind, false])
    expect(press(state)).toMatchObject({ state: { kind: 'saving' }, effects: [{ do: 'save', attempt: 2 }] })
    state = connectFlow(state, { type: 'elapsed', attempt: 1 }).state
  }
})

test('an unchanged refresh keeps the animation; outside news ends it', () => {
  const { state } = connectFlow(calling('creating'), ANSWERS.creating)
  const read = (status: Partial<AppletForViewer>) =>
    connectFlow(state, { type: 'viewerRead', attempt: 1, viewer: viewer(status) }).state
  expect(read(ENABLED).kind).toBe('succeeding')
  expect(read(DISABLED).kind).toBe('idle')
  expect(connectLabel(read(DISABLED))).toBe('Reconnect')
})

test('announces each word once, as it is shown', () => {
  const said = [announcement(calling('creating'))]
  let state = connectFlow(calling('creating'), ANSWERS.creating).state
  for (let step = 0; step < 3; step += 1) {
    said.push(announcement(state))
    state = connectFlow(state, { type: 'elapsed', attempt: 1 }).state
  }
  expect(said).toEqual(['Connecting…', 'Connecting…', 'Connecting…', 'Connected'])
})
