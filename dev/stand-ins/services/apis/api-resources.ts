import * as z from 'zod/mini'
import { homeResources } from './home-resources.ts'
import { someText } from './resource.ts'
import type { Resource } from './resource.ts'
import { workResources } from './work-resources.ts'

/**
 * Every API in one place: GET lists, POST creates, PUT on an item changes it. Lists accept `limit` (1 to 100, 50 by
 * default) and `cursor`, the list's `next_cursor`. Each item has `id`, `created_at` and `request_id`.
 */
export const resources: Record<string, Resource[]> = { ...workResources, ...homeResources }

/** Beacon is connected by a key and has no scopes. */
export const pings: Resource = {
  path: 'pings',
  read: '',
  create: { scope: '', body: z.object({ name: z.string().check(z.minLength(1), z.maxLength(100)) }) },
}

/** The weather is public, and the same everywhere. `below`: only where it fell below so many degrees. */
export const weather: Resource[] = [
  {
    path: 'observations',
    read: '',
    repeats: 'location',
    filters: {
      below: ({ temperature_c, previous_c }, degrees) =>
        Number(temperature_c) < Number(degrees) && Number(previous_c) >= Number(degrees),
    },
  },
  {
    path: 'forecasts',
    read: '',
    repeats: 'location',
    filters: { rain_from: ({ rain_mm }, millimeters) => Number(rain_mm) >= Number(millimeters) },
  },
]

export const summaryRequest = z.object({
  text: someText,
  sentences: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
})
