import * as z from 'zod/mini'
import { HOUR } from '../../contract/shared/durations.ts'

/**
 * The weather from `at` (ms) on: degrees Celsius, meters a second, and the millimeters of rain until the next entry.
 */
export type ForecastHour = { at: number; temperature: number; wind: number; rain: number; sky: string }

/** So far ahead a forecast is kept: tomorrow's evening is in it from every zone. */
const KEPT_FOR = 60 * HOUR

const amount = z.optional(z.object({ details: z.optional(z.object({ precipitation_amount: z.optional(z.number()) })) }))
const symbol = z.optional(z.object({ summary: z.optional(z.object({ symbol_code: z.optional(z.string()) })) }))
const metForecast = z.object({
  properties: z.object({
    timeseries: z.array(
      z.object({
        time: z.string(),
        data: z.object({
          instant: z.object({
            details: z.object({ air_temperature: z.optional(z.number()), wind_speed: z.optional(z.number()) }),
          }),
          next_1_hours: z.optional(z.intersection(amount, symbol)),
          next_6_hours: z.optional(z.intersection(amount, symbol)),
        }),
      }),
    ),
  }),
})

/** MET Norway's `locationforecast/2.0/compact`, hours in order; null for what is none. */
export function readMetForecast(answer: unknown, now: number): ForecastHour[] | null {
  const read = metForecast.safeParse(answer)
  if (!read.success) return null
  const hours = read.data.properties.timeseries.flatMap(({ time, data }): ForecastHour[] => {
    const at = Date.parse(time)
    const { air_temperature, wind_speed } = data.instant.details
    if (Number.isNaN(at) || air_temperature === undefined || wind_speed === undefined) return []
    const next = data.next_1_hours ?? data.next_6_hours
    const rain = next?.details?.precipitation_amount ?? 0
    return [{ at, temperature: air_temperature, wind: wind_speed, rain, sky: skyOf(next?.summary?.symbol_code ?? '') }]
  })
  return kept(hours, now)
}

/** `partlycloudy_day` is "partly cloudy". */
function skyOf(symbol_code: string): string {
  const [sky = ''] = symbol_code.split('_')
  return SKIES[sky] ?? sky.replace(/andthunder$/, ' and thunder')
}

const SKIES: Record<string, string> = {
  clearsky: 'clear',
  partlycloudy: 'partly cloudy',
  lightrain: 'light rain',
  heavyrain: 'heavy rain',
  rainshowers: 'rain showers',
  lightrainshowers: 'light rain showers',
  heavyrainshowers: 'heavy rain showers',
  lightsnow: 'light snow',
  heavysnow: 'heavy snow',
  snowshowers: 'snow showers',
  lightsleet: 'light sleet',
  heavysleet: 'heavy sleet',
}

const numbers = z.array(z.nullable(z.number()))
const openMeteo = z.object({
  hourly: z.object({
    time: z.array(z.number()),
    temperature_2m: numbers,
    wind_speed_10m: numbers,
    precipitation: numbers,
    weather_code: numbers,
  }),
})

/** Open-Meteo's hourly forecast with times in seconds; null for what is none. Its rain is that of the hour before. */
export function readOpenMeteo(answer: unknown, now: number): ForecastHour[] | null {
  const read = openMeteo.safeParse(answer)
  if (!read.success) return null
  const { time, temperature_2m, wind_speed_10m, precipitation, weather_code } = read.data.hourly
  const hours = time.flatMap((seconds, index): ForecastHour[] => {
    const [temperature, wind] = [temperature_2m[index], wind_speed_10m[index]]
    if (temperature == null || wind == null) return []
    const [rain, code] = [precipitation[index + 1] ?? 0, weather_code[index] ?? -1]
    return [{ at: seconds * 1000, temperature, wind, rain, sky: skyOfCode(code) }]
  })
  return kept(hours, now)
}

/** WMO's codes, as Open-Meteo documents them. */
function skyOfCode(code: number): string {
  if (code === 0) return 'clear'
  if (code === 1 || code === 2) return 'partly cloudy'
  if (code === 3) return 'cloudy'
  if (code === 45 || code === 48) return 'fog'
  if (code >= 51 && code <= 57) return 'drizzle'
  if ((code >= 61 && code <= 67) || (code >= 80 && code <= 82)) return 'rain'
  if ((code >= 71 && code <= 77) || code === 85 || code === 86) return 'snow'
  return code >= 95 ? 'thunder' : ''
}

function kept(hours: ForecastHour[], now: number): ForecastHour[] | null {
  const near = hours.filter(({ at }) => at > now - 2 * HOUR && at < now + KEPT_FOR)
  return near.length === 0 ? null : near
}
