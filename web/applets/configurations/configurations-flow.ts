import type { LiveConfiguration } from '../../../worker/contract/applets/applet.ts'

/** A feature, and whether it is off. */
export type Change = Pick<LiveConfiguration, 'slug'> & { disabled: boolean }
/** Whether each feature is switched off on the server. */
type Saved = Readonly<Record<string, boolean>>

/*
 *   resting ──switched──▶ saving ──accepted, refused──▶ saving (the next waiting change), else resting
 *                         │    ▲
 *                         └────┘ switched: waits its turn; replaces a waiting change of the same feature
 * A switch shows the last intent at once, and the server's state when that is refused. Changes are sent one at a time,
 * so that the last intent also arrives last. Reports of older attempts are dropped.
 */
export type ConfigurationsState = { saved: Saved; attempt: number } & (
  | { kind: 'resting' }
  | { kind: 'saving'; sending: Change; waiting: readonly Change[] }
)
export type ConfigurationsEvent =
  | { type: 'switched'; change: Change }
  | { type: 'accepted'; attempt: number; now: readonly Change[] }
  | { type: 'refused'; attempt: number }
  /** The server's state arrived for another reason: another tab, another part of the page. */
  | { type: 'read'; now: readonly Change[] }

export function resting(now: readonly Change[]): ConfigurationsState {
  return { kind: 'resting', saved: savedOf(now), attempt: 0 }
}

export function isDisabled(state: ConfigurationsState, slug: string): boolean {
  const asked = state.kind === 'saving' ? [...state.waiting, state.sending] : []
  return asked.find((change) => change.slug === slug)?.disabled ?? state.saved[slug] ?? false
}

export function configurationsReducer(state: ConfigurationsState, event: ConfigurationsEvent): ConfigurationsState {
  if ('attempt' in event && (state.kind !== 'saving' || event.attempt !== state.attempt)) return state
  switch (event.type) {
    case 'switched':
      return state.kind === 'saving'
        ? { ...state, waiting: queued(state.waiting, state.sending, event.change) }
        : proceed(state, state.saved, [event.change])
    case 'accepted':
      return proceed(state, savedOf(event.now), state.kind === 'saving' ? state.waiting : [])
    case 'refused':
      return proceed(state, state.saved, state.kind === 'saving' ? state.waiting : [])
    case 'read':
      return state.kind === 'resting' ? { ...state, saved: savedOf(event.now) } : state
  }
}

function queued(waiting: readonly Change[], sending: Change, change: Change): readonly Change[] {
  const others = waiting.filter(({ slug }) => slug !== change.slug)
  const isUnderWay = sending.slug === change.slug && sending.disabled === change.disabled
  return isUnderWay ? others : [...others, change]
}

function proceed({ attempt }: ConfigurationsState, saved: Saved, wanted: readonly Change[]): ConfigurationsState {
  const [sending, ...waiting] = wanted.filter(({ slug, disabled }) => saved[slug] !== disabled)
  return sending
    ? { kind: 'saving', saved, attempt: attempt + 1, sending, waiting }
    : { kind: 'resting', saved, attempt }
}

function savedOf(now: readonly Change[]): Saved {
  return Object.fromEntries(now.map(({ slug, disabled }) => [slug, disabled]))
}
