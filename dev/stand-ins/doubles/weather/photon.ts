import * as z from 'zod'

const properties = z.strictObject({
  osm_type: z.enum(['N', 'R', 'W']),
  osm_id: z.number(),
  osm_key: z.literal('place'),
  osm_value: z.enum(['city', 'town', 'village']),
  type: z.literal('city'),
  countrycode: z.string().length(2),
  name: z.string(),
  country: z.string(),
  state: z.string().optional(),
})

/** An answer of Photon's `/api`, as its documentation describes it; what a place lacks is left out. */
export const placeAnswer = z.strictObject({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.strictObject({
      type: z.literal('Feature'),
      geometry: z.strictObject({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
      properties,
    }),
  ),
})

export const placeRequest = z.strictObject({
  q: z.string().min(1),
  layer: z.literal('city'),
  lang: z.literal('en'),
  limit: z.string().regex(/^\d{1,2}$/),
})

type Kind = z.infer<typeof properties>['osm_value']

/** Name, state, country with its code, kind, east, north. */
const PLACES: readonly (readonly [string, string | null, string, string, Kind, number, number])[] = [
  ['Berlin', null, 'Germany', 'DE', 'city', 13.3888599, 52.5170365],
  ['Faro', 'Faro', 'Portugal', 'PT', 'city', -7.9351771, 37.0162727],
  ['Freiburg im Breisgau', 'Baden-Württemberg', 'Germany', 'DE', 'city', 7.8494005, 47.9960901],
  ['Freiberg', 'Saxony', 'Germany', 'DE', 'town', 13.3428631, 50.9164164],
  ['Freising', 'Bavaria', 'Germany', 'DE', 'town', 11.7461403, 48.4008273],
  ['Fribourg', 'Fribourg', 'Switzerland', 'CH', 'city', 7.1513769, 46.8061129],
  ['Hamburg', null, 'Germany', 'DE', 'city', 10.000654, 53.550341],
  ['Hobart', 'Tasmania', 'Australia', 'AU', 'city', 147.3281233, -42.8825088],
  ['Lisbon', 'Lisbon', 'Portugal', 'PT', 'city', -9.1365919, 38.7077507],
  ['Oslo', null, 'Norway', 'NO', 'city', 10.7389701, 59.9133301],
  ['Portland', 'Maine', 'United States', 'US', 'city', -70.2548596, 43.6573605],
  ['Portland', 'Oregon', 'United States', 'US', 'city', -122.674194, 45.5202471],
]

/** The places whose name, state or country begins with all words of the text. */
export function placesFor(text: string, limit: number): z.infer<typeof placeAnswer> {
  const plain = (of: string) => of.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain(text)
    .split(/[\s,]+/)
    .filter(Boolean)
  const found = PLACES.filter(([name, state, country]) => {
    const parts = plain(`${name} ${state} ${country}`).split(' ')
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
  const features = found.slice(0, limit).map(([name, state, country, countrycode, osm_value, east, north], index) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [east, north] as [number, number] },
    properties: {
      osm_type: 'N' as const,
      osm_id: 240_000_000 + index,
      osm_key: 'place' as const,
      osm_value,
      type: 'city' as const,
      countrycode,
      name,
      country,
      ...(state !== null && { state }),
    },
  }))
  return { type: 'FeatureCollection', features }
}
