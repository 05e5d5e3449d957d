import type { TriggerDefinition } from '../../engine/steps/service-steps.ts'
import { defineService, demoPoll, field, ingredient, optionalField } from '../format/define-service.ts'
import { findPlace } from '../weather/places.ts'
import { nextSunTime } from '../weather/sun-times.ts'

const place = field('location', 'City', 'text', { hint: 'For example Lisbon.' })
const placeOrNone = optionalField('location', 'City', 'text', { hint: 'Leave it empty to use your time zone.' })
const occurredAt = ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T18:27:00.000Z')
const location = ingredient('Location', 'Place', 'text', 'Lisbon', '$.location')
const temperature = ingredient('Temperature', 'Degrees Celsius', 'number', '-2', '$.temperature_c')
const observation = {
  id: 'O1',
  location: 'Lisbon',
  temperature_c: -2,
  previous_c: 3,
  wind_ms: 6,
  sky: 'clear',
  created_at: '2026-03-01T21:00:00.000Z',
}

export const skycast = defineService({
  id: 'skycast',
  name: 'Skycast Weather',
  short_name: 'Skycast',
  description: 'Sunrise and sunset, rain and frost for wherever you are, looked up again every ten minutes.',
  keywords: ['forecast', 'temperature'],
  category: 'news',
  color: '#0b7285',
  popularity: 84,
  hosts: ['api.skycast.example'],
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'sunset',
      name: 'Sunset',
      description: 'Starts within ten minutes of sunset.',
      mode: 'clock',
      fields: [placeOrNone],
      ingredients: [occurredAt, location],
    },
    {
      slug: 'sunrise',
      name: 'Sunrise',
      description: 'Starts within ten minutes of sunrise.',
      mode: 'clock',
      fields: [placeOrNone],
      ingredients: [occurredAt, location],
    },
    {
      slug: 'rain_tomorrow',
      name: 'Tomorrow calls for rain',
      description: 'Starts the evening before a rainy day.',
      fields: [place],
      ingredients: [
        ingredient('Rainfall', 'Rain in millimeters', 'number', '7', '$.rain_mm'),
        ingredient('Date', 'The rainy day', 'date', '2026-03-02', '$.date'),
        location,
      ],
      ...demoPoll('/api/forecasts', '$.forecasts', {
        query: { location: '{{fields.location}}', rain_from: '1' },
      }),
    },
    {
      slug: 'colder_than',
      name: 'It gets colder than',
      description: 'Starts when the temperature falls below yours.',
      fields: [place, field('degrees', 'Degrees Celsius', 'number', { default_value: '0' })],
      ingredients: [
        temperature,
        location,
        ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T21:00:00.000Z', '$.created_at'),
      ],
      ...demoPoll('/api/observations', '$.observations', {
        query: { location: '{{fields.location}}', below: '{{fields.degrees}}' },
      }),
    },
  ],
  queries: [
    {
      slug: 'current_weather',
      name: 'Current weather',
      description: 'Looks up temperature, wind and sky as they are now.',
      fields: [place],
      ingredients: [
        temperature,
        ingredient('WindSpeed', 'Wind in meters a second', 'number', '6', '$.wind_ms'),
        ingredient('Sky', 'Sky', 'text', 'clear', '$.sky'),
        location,
      ],
      request: {
        get: '/api/observations',
        query: { location: '{{fields.location}}', limit: '1' },
      },
      items: '$.observations',
    },
  ],
  samples: {
    triggers: {
      rain_tomorrow: {
        fields: { location: 'Lisbon' },
        answer: {
          forecasts: [
            { id: 'F1', location: 'Lisbon', date: '2026-03-02', rain_mm: 7, created_at: '2026-03-01T20:00:00.000Z' },
          ],
          next_cursor: null,
        },
      },
      colder_than: {
        fields: { location: 'Lisbon', degrees: '0' },
        answer: { observations: [observation], next_cursor: null },
      },
    },
    queries: {
      current_weather: { fields: { location: 'Lisbon' }, answer: { observations: [observation] } },
    },
  },
  code: {
    triggers: {
      sunset: { next: sun('sunset') },
      sunrise: { next: sun('sunrise') },
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
