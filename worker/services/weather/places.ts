import { HOUR } from '../../contract/shared/durations.ts'
import { zoneOffset } from '../../contract/shared/local-day.ts'

/** A place on Earth in degrees, north and east. `timezone`: its own; of coordinates, one about as far from UTC. */
export type Place = { name: string; latitude: number; longitude: number; timezone: string }

/** Name, latitude, longitude, time zone. */
type City = readonly [string, number, number, string]
const CITIES: readonly City[] = [
  ['Amsterdam', 52.37, 4.9, 'Europe/Amsterdam'],
  ['Athens', 37.98, 23.73, 'Europe/Athens'],
  ['Auckland', -36.85, 174.76, 'Pacific/Auckland'],
  ['Bangkok', 13.75, 100.5, 'Asia/Bangkok'],
  ['Barcelona', 41.39, 2.17, 'Europe/Madrid'],
  ['Beijing', 39.9, 116.4, 'Asia/Shanghai'],
  ['Berlin', 52.52, 13.4, 'Europe/Berlin'],
  ['Bogota', 4.71, -74.07, 'America/Bogota'],
  ['Boston', 42.36, -71.06, 'America/New_York'],
  ['Brussels', 50.85, 4.35, 'Europe/Brussels'],
  ['Bucharest', 44.43, 26.1, 'Europe/Bucharest'],
  ['Budapest', 47.5, 19.04, 'Europe/Budapest'],
  ['Buenos Aires', -34.6, -58.38, 'America/Argentina/Buenos_Aires'],
  ['Cairo', 30.04, 31.24, 'Africa/Cairo'],
  ['Cape Town', -33.92, 18.42, 'Africa/Johannesburg'],
  ['Chicago', 41.88, -87.63, 'America/Chicago'],
  ['Copenhagen', 55.68, 12.57, 'Europe/Copenhagen'],
  ['Delhi', 28.61, 77.21, 'Asia/Kolkata'],
  ['Denver', 39.74, -104.99, 'America/Denver'],
  ['Dubai', 25.2, 55.27, 'Asia/Dubai'],
  ['Dublin', 53.35, -6.26, 'Europe/Dublin'],
  ['Edinburgh', 55.95, -3.19, 'Europe/London'],
  ['Hamburg', 53.55, 9.99, 'Europe/Berlin'],
  ['Helsinki', 60.17, 24.94, 'Europe/Helsinki'],
  ['Hong Kong', 22.32, 114.17, 'Asia/Hong_Kong'],
  ['Honolulu', 21.31, -157.86, 'Pacific/Honolulu'],
  ['Istanbul', 41.01, 28.98, 'Europe/Istanbul'],
  ['Jakarta', -6.21, 106.85, 'Asia/Jakarta'],
  ['Johannesburg', -26.2, 28.05, 'Africa/Johannesburg'],
  ['Karachi', 24.86, 67.01, 'Asia/Karachi'],
  ['Kyiv', 50.45, 30.52, 'Europe/Kyiv'],
  ['Lagos', 6.52, 3.38, 'Africa/Lagos'],
  ['Lima', -12.05, -77.04, 'America/Lima'],
  ['Lisbon', 38.72, -9.14, 'Europe/Lisbon'],
  ['London', 51.51, -0.13, 'Europe/London'],
  ['Los Angeles', 34.05, -118.24, 'America/Los_Angeles'],
  ['Madrid', 40.42, -3.7, 'Europe/Madrid'],
  ['Manila', 14.6, 120.98, 'Asia/Manila'],
  ['Melbourne', -37.81, 144.96, 'Australia/Melbourne'],
  ['Mexico City', 19.43, -99.13, 'America/Mexico_City'],
  ['Milan', 45.46, 9.19, 'Europe/Rome'],
  ['Montreal', 45.5, -73.57, 'America/Toronto'],
  ['Mumbai', 19.08, 72.88, 'Asia/Kolkata'],
  ['Munich', 48.14, 11.58, 'Europe/Berlin'],
  ['Nairobi', -1.29, 36.82, 'Africa/Nairobi'],
  ['New York', 40.71, -74.01, 'America/New_York'],
  ['Oslo', 59.91, 10.75, 'Europe/Oslo'],
  ['Paris', 48.86, 2.35, 'Europe/Paris'],
  ['Prague', 50.08, 14.44, 'Europe/Prague'],
  ['Reykjavik', 64.15, -21.94, 'Atlantic/Reykjavik'],
  ['Rome', 41.9, 12.5, 'Europe/Rome'],
  ['San Francisco', 37.77, -122.42, 'America/Los_Angeles'],
  ['Santiago', -33.45, -70.67, 'America/Santiago'],
  ['Sao Paulo', -23.55, -46.63, 'America/Sao_Paulo'],
  ['Seattle', 47.61, -122.33, 'America/Los_Angeles'],
  ['Seoul', 37.57, 126.98, 'Asia/Seoul'],
  ['Singapore', 1.35, 103.82, 'Asia/Singapore'],
  ['Stockholm', 59.33, 18.07, 'Europe/Stockholm'],
  ['Sydney', -33.87, 151.21, 'Australia/Sydney'],
  ['Tokyo', 35.68, 139.69, 'Asia/Tokyo'],
  ['Toronto', 43.65, -79.38, 'America/Toronto'],
  ['Tromso', 69.65, 18.96, 'Europe/Oslo'],
  ['Vancouver', 49.28, -123.12, 'America/Vancouver'],
  ['Vienna', 48.21, 16.37, 'Europe/Vienna'],
  ['Warsaw', 52.23, 21.01, 'Europe/Warsaw'],
  ['Zurich', 47.38, 8.54, 'Europe/Zurich'],
]
/** The city that stands for a zone with several. */
const MAIN_CITIES: Record<string, string> = {
  'Africa/Johannesburg': 'Johannesburg',
  'America/Los_Angeles': 'Los Angeles',
  'America/New_York': 'New York',
  'America/Toronto': 'Toronto',
  'Asia/Kolkata': 'Delhi',
  'Europe/London': 'London',
  'Europe/Madrid': 'Madrid',
  'Europe/Oslo': 'Oslo',
  'Europe/Rome': 'Rome',
}

/** Of a trimmed text: "38.7, -9.1", also behind a name as the search of places has it: "Faro, Portugal (37.02, -7.94)". */
const COORDINATES = /^(?:(.*\S)\s*\()?(-?\d{1,2}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)\)?$/

/**
 * The place that a text names: a known city, or coordinates. An empty text and an unknown city are the middle of the
 * user's time zone. `now` in ms, for that zone's offset.
 */
export function findPlace(text: string, timezone: string, now: number): Place {
  const coordinates = COORDINATES.exec(text.trim())
  if (coordinates) {
    const [, , north = '', east = ''] = coordinates
    const latitude = Math.min(Math.max(Number(north), -90), 90)
    const longitude = Math.min(Math.max(Number(east), -180), 180)
    return { name: placeName(text), latitude, longitude, timezone: zoneAt({ latitude, longitude }, timezone, now) }
  }
  const wanted = plain(text)
  const city = CITIES.find(([name]) => plain(name) === wanted)
  if (city) return toPlace(city)
  const near = placeOfZone(timezone, now)
  return wanted === '' ? near : { ...near, name: text.trim() }
}

/** The known city of that name, or coordinates; null for a name that we do not know. */
export function findKnownPlace(text: string): Place | null {
  const isKnown = COORDINATES.test(text.trim()) || CITIES.some(([name]) => plain(name) === plain(text))
  return isKnown ? findPlace(text, 'UTC', 0) : null
}

/** The place as people read it: without the coordinates behind its name. */
export function placeName(text: string): string {
  const trimmed = text.trim()
  return COORDINATES.exec(trimmed)?.[1] ?? trimmed
}

/** What to tell of a name that we do not know. */
export function unknownPlace(text: string): string {
  return `We do not know the place “${text.slice(0, 60)}”. Choose it from the list, or use coordinates, like 59.91, 10.75.`
}

/** So far a zone's clock may be from the sun's, in hours. */
const FROM_SUN = 2

/** The user's own zone where its clock fits the sun there, else that of the nearest city that we know. */
function zoneAt(at: Pick<Place, 'latitude' | 'longitude'>, timezone: string, now: number): string {
  const fromSun = Math.abs(zoneOffset(now, timezone) / HOUR - at.longitude / 15)
  if (Math.min(fromSun, 24 - fromSun) <= FROM_SUN) return timezone
  const distance = ([, latitude, longitude]: City) => {
    const east = Math.abs(longitude - at.longitude)
    return Math.hypot(latitude - at.latitude, Math.min(east, 360 - east))
  }
  return CITIES.reduce((best, city) => (distance(city) < distance(best) ? city : best))[3]
}

function placeOfZone(timezone: string, now: number): Place {
  const inZone = CITIES.filter(([, , , zone]) => zone === timezone)
  const city = inZone.find(([name]) => name === MAIN_CITIES[timezone]) ?? inZone[0]
  if (city) return toPlace(city)
  const name = timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone
  const southern = /^(?:Australia|Antarctica)\//.test(timezone)
  const longitude = (zoneOffset(now, timezone) / HOUR) * 15
  return { name, latitude: southern ? -30 : 40, longitude, timezone }
}

function toPlace([name, latitude, longitude, timezone]: City): Place {
  return { name, latitude, longitude, timezone }
}

/** Without accents, case and what follows a comma: "São Paulo, Brazil". */
function plain(text: string): string {
  const [city = ''] = text.split(',')
  return city.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ø', 'o').trim().toLowerCase()
}
