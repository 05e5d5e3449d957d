import type { FollowedSource, TriggerDefinition } from '../../engine/steps/service-steps.ts'
import type { TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { defineService, field, ingredient, optionalField } from '../format/define-service.ts'
import type { FieldDefinition } from '../format/service-definition.ts'
import { startOfLocalDay, zoneOffset } from '../../contract/shared/local-day.ts'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { findKnownPlace, findPlace, placeName, unknownPlace } from './places.ts'
import { nextSunTime } from './sun-times.ts'
import { cellOf, followWeather, hourBefore, rainAhead, weatherSource } from './weather-source.ts'

/** As exact as a forecast needs it. */
const degrees = (axis: 0 | 1) => `{{$.geometry.coordinates[${axis}] | first: 7}}`
/** Cities, towns and villages, found while their name is typed. */
const found: FieldDefinition['options'] = {
  get: 'https://photon.komoot.io/api?q={{fields.location}}&layer=city&lang=en&limit=10',
  items: '$.features',
  value: `{{$.properties.name}}, {{$.properties.country}} (${degrees(1)}, ${degrees(0)})`,
  label: '{{$.properties.name}}, {{$.properties.country}}',
  group: '{{$.properties.state | default: $.properties.country}}',
}
const place = field('location', 'Place', 'location', { hint: 'A city, town or village.', options: found })
const placeOrNone = optionalField('location', 'Place', 'location', {
  hint: 'Leave it empty to use your time zone.',
  options: found,
})
const occurredAt = ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T12:00:00.000Z')
const location = ingredient('Location', 'Place', 'text', 'Seoul')
const temperature = ingredient('Temperature', 'Degrees Celsius', 'number', '-2')
const wind = ingredient('WindSpeed', 'Wind in meters a second', 'number', '12')

/** From that hour of its own day on, tomorrow's rain is told. */
const EVENING = 18
/** A day with so many millimeters is rainy. */
const RAINY = 1

const hour = (time: string, air_temperature: number, wind_speed: number, rain: number) => ({
  time,
  data: {
    instant: { details: { air_temperature, wind_speed } },
    next_1_hours: { summary: { symbol_code: 'rain' }, details: { precipitation_amount: rain } },
  },
})
const sampleAnswer = {
  type: 'Feature',
  properties: {
    timeseries: [
      hour('2026-03-01T11:00:00Z', 3, 4, 0),
      hour('2026-03-01T12:00:00Z', -2, 12, 0.5),
      hour('2026-03-02T03:00:00Z', 4, 4, 7),
    ],
  },
}
const sample = (fields: Record<string, string>) => ({
  fields: { location: 'Seoul', ...fields },
  answer: sampleAnswer,
})

export const weather = defineService({
  id: 'weather',
  name: 'Weather and sun',
  short_name: 'Weather',
  description: 'Sunrise and sunset, rain, frost and wind for any place on Earth.',
  keywords: ['forecast', 'temperature'],
  category: 'news',
  color: '#1d4ed8',
  popularity: 82,
  hosts: ['api.met.no', 'photon.komoot.io'],
  terms_url: 'https://api.met.no/doc/TermsOfService',
  credit: 'Weather data from MET Norway (CC BY 4.0), places from OpenStreetMap (ODbL)',
  operator_key: 'OPEN_METEO_KEY',
  limit: { calls: 20, per: 1 },
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'sunrise',
      name: 'Sunrise',
      description: 'Starts when the sun rises.',
      phrase: 'the sun rises',
      sentence: 'the sun rises in {{fields.location}}',
      mode: 'clock',
      fields: [placeOrNone],
      ingredients: [occurredAt, location],
    },
    {
      slug: 'sunset',
      name: 'Sunset',
      description: 'Starts when the sun sets.',
      phrase: 'the sun sets',
      sentence: 'the sun sets in {{fields.location}}',
      mode: 'clock',
      fields: [placeOrNone],
      ingredients: [occurredAt, location],
    },
    {
      slug: 'rain_tomorrow',
      name: 'Rain tomorrow',
      description: `Starts after ${EVENING - 12} PM on the evening before a rainy day, by the place's own clock.`,
      phrase: 'it is going to rain tomorrow',
      sentence: 'it is going to rain tomorrow in {{fields.location}}',
      fields: [place],
      ingredients: [
        ingredient('Rainfall', 'Rain in millimeters', 'number', '7'),
        ingredient('Date', 'The rainy day', 'date', '2026-03-02'),
        location,
      ],
    },
    {
      slug: 'colder_than',
      name: 'It gets colder than',
      description: 'Starts when the temperature falls below yours.',
      phrase: 'it gets colder than a limit',
      sentence: 'it gets colder than {{fields.degrees}} °C in {{fields.location}}',
      fields: [place, field('degrees', 'Degrees Celsius', 'number', { default_value: '0' })],
      ingredients: [temperature, location, occurredAt],
    },
    {
      slug: 'warmer_than',
      name: 'It gets warmer than',
      description: 'Starts when the temperature rises above yours.',
      phrase: 'it gets warmer than a limit',
      sentence: 'it gets warmer than {{fields.degrees}} °C in {{fields.location}}',
      fields: [place, field('degrees', 'Degrees Celsius', 'number', { default_value: '25' })],
      ingredients: [ingredient('Temperature', 'Degrees Celsius', 'number', '26'), location, occurredAt],
    },
    {
      slug: 'wind_above',
      name: 'Wind above',
      description: 'Starts when the wind gets stronger than yours.',
      phrase: 'the wind gets stronger than a limit',
      sentence: 'the wind gets stronger than {{fields.speed}} meters a second in {{fields.location}}',
      fields: [place, field('speed', 'Meters a second', 'number', { default_value: '10' })],
      ingredients: [wind, location, occurredAt],
    },
  ],
  queries: [
    {
      slug: 'current_weather',
      name: 'Current weather',
      description: 'Looks up temperature, wind, rain and sky of this hour.',
      phrase: 'the current weather',
      sentence: 'the current weather in {{fields.location}}',
      fields: [place],
      ingredients: [
        temperature,
        wind,
        ingredient('Rain', 'Rain in millimeters', 'number', '0.5'),
        ingredient('Sky', 'Sky', 'text', 'rain'),
        location,
        occurredAt,
      ],
    },
  ],
  samples: {
    triggers: {
      rain_tomorrow: sample({}),
      colder_than: sample({ degrees: '0' }),
      warmer_than: {
        fields: { location: 'Seoul', degrees: '25' },
        answer: {
          properties: {
            timeseries: [hour('2026-03-01T11:00:00Z', 25, 1, 0), hour('2026-03-01T12:00:00Z', 26, 1, 0)],
          },
        },
      },
      wind_above: sample({ speed: '10' }),
    },
    queries: {
      current_weather: sample({}),
    },
  },
  code: {
    sources: { forecast: weatherSource },
    checks: { location: (value) => (findKnownPlace(value) ? null : unknownPlace(value.trim())) },
    triggers: {
      sunrise: { next: sun('sunrise') },
      sunset: { next: sun('sunset') },
      rain_tomorrow: { source: { ...followWeather, items: rainTomorrow } },
      colder_than: {
        source: crossing(
          'Temperature',
          'degrees',
          (limit, before, now) => now.temperature < limit && before.temperature >= limit,
        ),
      },
      warmer_than: {
        source: crossing(
          'Temperature',
          'degrees',
          (limit, before, now) => now.temperature > limit && before.temperature <= limit,
        ),
      },
      wind_above: {
        source: crossing('WindSpeed', 'speed', (limit, before, now) => now.wind > limit && before.wind <= limit),
      },
    },
    queries: {
      current_weather: async ({ fields }, io) => {
        const outcome = await io.readSource('forecast', cellOf(fields['location'] ?? ''))
        if (!outcome.ok) return outcome
        const rows = outcome.value.slice(0, 1).map(({ ingredients }) => {
          const { Temperature = null, WindSpeed = null, Rain = null, Sky = null, OccurredAt = null } = ingredients
          return { Temperature, WindSpeed, Rain, Sky, Location: placeName(fields['location'] ?? ''), OccurredAt }
        })
        return { ok: true, value: rows }
      },
    },
  },
})

function sun(which: 'sunrise' | 'sunset'): NonNullable<TriggerDefinition['next']> {
  return ({ fields }, { after, timezone }) => {
    const here = findPlace(fields['location'] ?? '', timezone, after)
    const next = nextSunTime(which, here, after)
    if (!next) return null
    const ingredients = { OccurredAt: new Date(next.at).toISOString(), Location: here.name }
    return { id: `${which}-${next.day}`, at: next.at, ingredients }
  }
}

type Hour = NonNullable<ReturnType<typeof hourBefore>>

/** Starts in the hour in which a value passes the user's limit. */
function crossing(
  shown: 'Temperature' | 'WindSpeed',
  limit_field: string,
  passes: (limit: number, before: Hour, now: Hour) => boolean,
): FollowedSource {
  return {
    ...followWeather,
    items: (items, { fields }) =>
      items.flatMap((item) => {
        const before = hourBefore(item)
        const { Temperature, WindSpeed, OccurredAt = null } = item.ingredients
        const now = { temperature: Number(Temperature), wind: Number(WindSpeed) }
        if (!before || !passes(Number(fields[limit_field]), before, now)) return []
        const ingredients = {
          [shown]: item.ingredients[shown] ?? null,
          Location: placeName(fields['location'] ?? ''),
          OccurredAt,
        }
        return [{ ...item, ingredients }]
      }),
  }
}

/** Once for each rainy day, from the evening before, by the place's own clock. */
function rainTomorrow(
  items: TriggerItem[],
  { fields, timezone }: { fields: Record<string, string>; timezone: string },
): TriggerItem[] {
  const typed = fields['location'] ?? ''
  return items.flatMap((item) => {
    const at = item.at ?? 0
    const zone = findPlace(typed, timezone, at).timezone
    const today = startOfLocalDay(at, zone)
    // Days have 23 to 25 hours: noon is always within one.
    const tomorrow = startOfLocalDay(today + 1.5 * DAY, zone)
    const end = startOfLocalDay(tomorrow + 1.5 * DAY, zone)
    const rain = rainAhead(item).reduce((sum, [from, amount]) => sum + (from >= tomorrow && from < end ? amount : 0), 0)
    if ((at + zoneOffset(at, zone)) % DAY < EVENING * HOUR || rain < RAINY) return []
    const date = new Date(tomorrow + zoneOffset(tomorrow, zone)).toISOString().slice(0, 10)
    const Rainfall = Math.round(rain * 10) / 10
    return [{ id: `rain-${date}`, at, ingredients: { Rainfall, Date: date, Location: placeName(typed) } }]
  })
}
