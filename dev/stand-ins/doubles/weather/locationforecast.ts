import * as z from 'zod'
import { HOUR } from '../../../../worker/contract/shared/durations.ts'

const instant = z.strictObject({
  details: z.strictObject({
    air_pressure_at_sea_level: z.number(),
    air_temperature: z.number(),
    cloud_area_fraction: z.number(),
    relative_humidity: z.number(),
    wind_from_direction: z.number(),
    wind_speed: z.number(),
  }),
})
const summary = z.strictObject({ symbol_code: z.string().regex(/^[a-z]+(_(day|night|polartwilight))?$/) })
const rain = z.strictObject({ summary, details: z.strictObject({ precipitation_amount: z.number().min(0) }) })

/** An answer of `locationforecast/2.0/compact`, as MET Norway's documentation describes its data model. */
export const compactForecast = z.strictObject({
  type: z.literal('Feature'),
  geometry: z.strictObject({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number(), z.number()]) }),
  properties: z.strictObject({
    meta: z.strictObject({ updated_at: z.iso.datetime(), units: z.record(z.string(), z.string()) }),
    timeseries: z
      .array(
        z.strictObject({
          time: z.iso.datetime(),
          data: z.strictObject({
            instant,
            next_1_hours: rain.optional(),
            next_6_hours: rain.optional(),
            next_12_hours: z.strictObject({ summary, details: z.strictObject({}) }).optional(),
          }),
        }),
      )
      .min(1),
  }),
})
type CompactForecast = z.output<typeof compactForecast>

/** Its terms for a request: at most four decimals, and a sender with a contact. */
export const forecastRequest = z.strictObject({
  lat: z.string().regex(/^-?\d{1,2}(\.\d{1,4})?$/),
  lon: z.string().regex(/^-?\d{1,3}(\.\d{1,4})?$/),
  altitude: z
    .string()
    .regex(/^-?\d{1,4}$/)
    .optional(),
})

/** The weather that a developer has set, the same in every place. `rain`: millimeters in each hour of tomorrow. */
export type SetWeather = { temperature: number; wind: number; rain: number; updated_at: number }

const UNITS = {
  air_pressure_at_sea_level: 'hPa',
  air_temperature: 'celsius',
  cloud_area_fraction: '%',
  precipitation_amount: 'mm',
  relative_humidity: '%',
  wind_from_direction: 'degrees',
  wind_speed: 'm/s',
}
const HOURS = 60

/** Hours one by one, then every sixth, as MET's forecasts have them. */
export function forecastOf(weather: SetWeather, [lat, lon]: [number, number], now: number): CompactForecast {
  const first = Math.floor(now / HOUR) * HOUR
  const times = [
    ...Array.from({ length: HOURS }, (_, hour) => first + hour * HOUR),
    ...Array.from({ length: 24 }, (_, step) => first + (HOURS + step * 6) * HOUR),
  ]
  const series = times.map((at, index) => {
    const amount = at > now ? weather.rain : 0
    const symbol_code = amount > 0 ? 'rain' : 'clearsky_day'
    const next = { summary: { symbol_code }, details: { precipitation_amount: amount } }
    const air = { air_temperature: weather.temperature, wind_speed: weather.wind, wind_from_direction: 200 }
    const details = { air_pressure_at_sea_level: 1013, cloud_area_fraction: 40, relative_humidity: 60, ...air }
    return {
      time: new Date(at).toISOString().replace('.000', ''),
      data: { instant: { details }, ...(index < HOURS ? { next_1_hours: next } : { next_6_hours: next }) },
    }
  })
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat, 10] },
    properties: {
      meta: { updated_at: new Date(weather.updated_at).toISOString().replace(/\.\d+/, ''), units: UNITS },
      timeseries: series,
    },
  }
}
