import { pings, resources, weather } from '../apis/api-resources.ts'
import type { Resource } from '../apis/resource.ts'
import type { AccountStore } from '../data/account-store.ts'
import type { Item } from '../data/sample-data.ts'
import { keyService, weatherService } from '../data/services.ts'
import { demoFeeds, FEEDS } from '../feeds/feed-items.ts'

type LatestItem = { text: string; at: string; bySwitchyard: boolean }

const SHOWN = 6

/** Lists an account's latest items, newest first, as sentences. */
export function latestItems(service: string, store: AccountStore): LatestItem[] {
  const lines = collections(service, store).flatMap(({ name, parent, items }) =>
    items.map((item) => ({
      text: sayItem(name, item, parent),
      at: String(item['created_at']),
      bySwitchyard: item['request_id'] !== null,
    })),
  )
  // Items of the same millisecond keep the order of their lists, newest first.
  return lines.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, SHOWN)
}

/** Lights and devices as they are now; empty for services without any. */
export function currentStates(service: string, store: AccountStore): string[] {
  const path = { lumen: 'lights', homebase: 'devices' }[service]
  if (path === undefined) return []
  return store.list(path).map((item) => {
    const brightness = item['on'] === true && item['brightness'] !== undefined ? `, ${item['brightness']} %` : ''
    return `${item['name']}: ${item['on'] === true ? 'on' : 'off'}${brightness}`
  })
}

type Items = { name: string; parent: string; items: Item[] }

function collections(service: string, store: AccountStore): Items[] {
  if (service === FEEDS) return demoFeeds.map(({ name, title }) => read(store, name, title, 'entries'))
  return resourcesOf(service).flatMap(({ path, order, child }) => [
    // Rows by name are listed once more in their spreadsheet.
    ...(order === 'fixed' || path === 'named_rows' ? [] : [read(store, path, '', path)]),
    ...(child ? children(store, path, child) : []),
  ])
}

function children(store: AccountStore, path: string, child: Resource): Items[] {
  const parents = store.list(path).map((item) => ({ id: item.id, name: String(item['name'] ?? item['title']) }))
  const all = child.ofAll ? [{ id: 'all', name: 'All' }] : []
  return [...parents, ...all].map(({ id, name }) => read(store, `${path}/${id}/${child.path}`, name, child.path))
}

function read(store: AccountStore, path: string, parent: string, name: string): Items {
  return { name, parent, items: store.list(path).toReversed() }
}

function resourcesOf(service: string): Resource[] {
  if (service === weatherService.module_name) return weather
  return service === keyService.module_name ? [pings] : (resources[service] ?? [])
}

const SENTENCES: Record<string, (item: Item, parent: string) => string> = {
  starred: ({ full_name }) => `Starred ${full_name}`,
  releases: ({ full_name, name }) => `Released ${full_name} ${name}`,
  issues: ({ title, from }) => `Issue by ${from}: ${title}`,
  rows: ({ values }, sheet) => `Row in ${sheet}: ${Array.isArray(values) ? values.join(' | ') : values}`,
  posts: ({ text }) => `Post: ${text}`,
  mentions: ({ from, text }) => `${from}: ${text}`,
  messages: ({ from, text }, channel) => `${channel}, ${from}: ${text}`,
  blinks: (_, light) => `${light} blinked`,
  presence: ({ who, event }) => `${who} ${event === 'entered' ? 'came home' : 'left home'}`,
  switches: ({ device, state }) => `${device} went ${state}`,
  door_events: ({ door, minutes }) => `${door} is open for ${minutes} minutes`,
  follow_presence: ({ home }) => (home === true ? 'Home knows that somebody is there' : 'Home knows that all are out'),
  scenes: ({ scene }) => `Scene: ${scene}`,
  tracks: ({ title, artist }, playlist) => `${playlist}: ${title} by ${artist}`,
  photos: ({ url }, album) => `Photo in ${album}: ${url}`,
  phone_photos: ({ name }) => `Phone took ${name}`,
  backups: ({ url }) => `Backed up ${url}`,
  tasks: ({ title, done }, list) => `${list}: ${title}${done === true ? ' (done)' : ''}`,
  done_tasks: ({ title }) => `Finished: ${title}`,
  activities: ({ kind, distance_m }) => `${kind}, ${distance_m ?? 0} m`,
  briefing: ({ summary }) => `In the briefing: ${summary}`,
  observations: ({ temperature_c, sky }) => `Now ${temperature_c} °C, ${sky}`,
  forecasts: ({ date, rain_mm }) => `Forecast for ${date}: ${rain_mm} mm of rain`,
  pings: ({ name }) => `Ping: ${name}`,
  entries: ({ title }, feed) => `${feed}: ${title}`,
}

function sayItem(collection: string, item: Item, parent: string): string {
  return SENTENCES[collection]?.(item, parent) ?? item.id
}
