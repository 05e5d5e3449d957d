import type { HassEntity } from 'home-assistant-js-websocket'
import { DAY } from '../../../../worker/contract/shared/durations.ts'
import type { DoubleContext } from '../context/double-context.ts'

/** A state since a moment, in ms. */
type Recorded = { state: string; at: number }
type Entity = { entity_id: string; attributes: HassEntity['attributes']; recorded: Recorded[] }
type HomeState = {
  entities: Entity[]
  /** Services that were called and webhooks that were fired, oldest first. */
  calls: { path: string; body: object }[]
  revoked: boolean
  /** Whether the History integration is on. */
  history: boolean
}

export function homeState(ctx: DoubleContext): HomeState {
  const long = ctx.now() - 30 * DAY
  const entity = (entity_id: string, friendly_name: string, state: string, more: object = {}): Entity => {
    return { entity_id, attributes: { friendly_name, ...more }, recorded: [{ state, at: long }] }
  }
  return ctx.state(() => ({
    entities: [
      entity('light.kitchen', 'Kitchen light', 'off'),
      entity('light.desk', 'Desk lamp', 'off'),
      entity('lock.front_door', 'Front door lock', 'on'),
      // How many people are in the zone.
      entity('zone.home', 'Home', '0'),
      entity('person.ada', 'Ada', 'not_home'),
      entity('binary_sensor.front_door', 'Front door', 'off', { device_class: 'door' }),
      entity('sensor.kitchen', 'Kitchen temperature', '19.5', { unit_of_measurement: '°C' }),
      { ...entity('switch.old', 'Old switch', 'off'), recorded: [] },
    ],
    calls: [],
    revoked: false,
    history: true,
  }))
}

export function setState(ctx: DoubleContext, entity_id: string, state: string): boolean {
  const entity = homeState(ctx).entities.find((each) => each.entity_id === entity_id)
  if (!entity) return false
  if (entity.recorded.at(-1)?.state !== state) entity.recorded.push({ state, at: ctx.now() })
  ctx.save()
  return true
}

export function entityObject({ entity_id, attributes, recorded }: Entity) {
  const { state, at } = recorded.at(-1) ?? { state: 'unknown', at: 0 }
  const last_changed = momentText(at)
  const context = { id: '01KKB8E7G00000000000000000', parent_id: null, user_id: null }
  return { entity_id, state, attributes, last_changed, last_updated: last_changed, context } satisfies HassEntity
}

/**
 * The history of an entity as Home Assistant tells it: first what held at the start, as of the start, then each change
 * by state and time alone; the last one is whole again.
 */
export function historyOf({ entity_id, attributes, recorded }: Entity, start: number, end: number): object[] {
  const before = recorded.findLast(({ at }) => at <= start)
  const changes = recorded.filter(({ at }) => at > start && at <= end)
  const rows = [...(before ? [{ ...before, at: start }] : []), ...changes]
  return rows.map(({ state, at }, index) => {
    const last_changed = momentText(at)
    if (index > 0 && index < rows.length - 1) return { state, last_changed } satisfies Partial<HassEntity>
    return { entity_id, state, attributes, last_changed, last_updated: last_changed } satisfies Partial<HassEntity>
  })
}

/** As Python writes it. */
function momentText(at: number): string {
  return new Date(at).toISOString().replace(/(\.\d{3})Z$/, '$1000+00:00')
}
