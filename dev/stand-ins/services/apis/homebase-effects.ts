import type { AccountStore } from '../data/account-store.ts'
import type { Item } from '../data/sample-data.ts'

export const SCENES = ['welcome', 'away'] as const

/** A device that really goes on or off leaves an entry in `switches`. */
export function recordSwitch(before: Item, after: Item, store: AccountStore): void {
  if (before['on'] === after['on']) return
  store.add('switches', { device_id: after.id, device: after['name'], state: after['on'] === true ? 'on' : 'off' })
}

/** Welcome turns the lights on and the heating up; away turns lights and heating off. */
export function runScene(scene: string, store: AccountStore): void {
  for (const device of store.list('devices')) {
    if (device['kind'] !== 'light' && device['kind'] !== 'thermostat') continue
    const after = store.change('devices', device.id, { on: scene === 'welcome' })
    if (after) recordSwitch(device, after, store)
  }
}

/** Somebody is home after the last person entered, and until the last one exited. */
export function followPresence(store: AccountStore): { home: boolean } {
  const home = store.list('presence').at(-1)?.['event'] === 'entered'
  return { home }
}
