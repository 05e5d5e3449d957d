import { parseJson } from '../../contract/shared/parse-json.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { PROBLEM_WORDS } from '../../system/outbound/problem-words.ts'
import { responseProblem } from '../../system/outbound/response-problem.ts'
import type { FollowedSource, SourceCall, SourceDefinition, SourceIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome, TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { aboutAnswer } from '../../system/outbound/about-answer.ts'
import { readMetForecast, readOpenMeteo, type ForecastHour } from './forecast.ts'
import { findKnownPlace, unknownPlace } from './places.ts'

const WHO = 'The weather service'
/** Where Open-Meteo answers to a key. */
const OPEN_METEO = 'https://customer-api.open-meteo.com'
/** A forecast has some 100 kB. */
const FORECAST_MAX_BYTES = 1024 * 1024
/** Open-Meteo does not say for how long it is fresh; its models are computed again every hour, in ms. */
const OPEN_METEO_FRESH = 30 * 60_000

/** The state that a reading leaves for the next: the forecast, and the weather of the hour before. */
type State = { hours: ForecastHour[]; now: Moment | null; before: Moment | null }
type Moment = Pick<ForecastHour, 'at' | 'temperature' | 'wind'>

/** A cell of the weather, about a kilometer wide: each hour is one item, with the hour before to compare with. */
export const weatherSource: SourceDefinition = {
  read: async (call, io) => {
    const { place } = call.fields
    if (place !== undefined) return failedOutcome({ failure: 'input', message: unknownPlace(place) })
    const outcome = await (io.operator_key === null ? askMet(call, io) : askOpenMeteo(call, io, io.operator_key))
    if (!outcome.ok) return outcome
    const { value } = outcome
    const old = readState(call.state)
    const hours = value.hours ?? old?.hours ?? []
    const state = stateNow(hours, old, io.now)
    const items = hourItems(state)
    const { hours: _, ...about } = value
    return { ok: true, value: { ...about, items, unchanged: value.hours === null, state: JSON.stringify(state) } }
  },
}

type Found = { hours: ForecastHour[] | null } & ReturnType<typeof aboutAnswer>

/** MET Norway, which asks for at most four decimals, conditional requests, and no reading before `Expires`. */
async function askMet({ fields, etag, last_modified, state }: SourceCall, io: SourceIo): Promise<StepOutcome<Found>> {
  const query = new URLSearchParams({ lat: fields['lat'] ?? '', lon: fields['lon'] ?? '' })
  const known = state === null ? {} : { ...(etag && { 'if-none-match': etag }), ...since(last_modified) }
  return ask(`${io.base_url}/weatherapi/locationforecast/2.0/compact?${query}`, known, io, readMetForecast)
}

function since(last_modified: string | null): Record<string, string> {
  return last_modified ? { 'if-modified-since': last_modified } : {}
}

async function askOpenMeteo({ fields }: SourceCall, io: SourceIo, key: string): Promise<StepOutcome<Found>> {
  const query = new URLSearchParams({
    latitude: fields['lat'] ?? '',
    longitude: fields['lon'] ?? '',
    hourly: 'temperature_2m,precipitation,wind_speed_10m,weather_code',
    wind_speed_unit: 'ms',
    timeformat: 'unixtime',
    forecast_days: '4',
    apikey: key,
  })
  const outcome = await ask(`${OPEN_METEO}/v1/forecast?${query}`, {}, io, readOpenMeteo)
  if (!outcome.ok) return outcome
  return { ok: true, value: { ...outcome.value, fresh_for: outcome.value.fresh_for ?? OPEN_METEO_FRESH } }
}

async function ask(
  address: string,
  headers: Record<string, string>,
  io: SourceIo,
  read: typeof readMetForecast,
): Promise<StepOutcome<Found>> {
  const init = { headers: { accept: 'application/json', ...headers }, max_bytes: FORECAST_MAX_BYTES }
  const outcome = await io.fetch(address, { ...init, redirects: 'get' })
  if (!outcome.ok) return outcome
  const response = outcome.value
  const about = aboutAnswer(response, io)
  if (response.status === 304) return { ok: true, value: { ...about, hours: null } }
  if (!response.ok) return { ok: false, problem: await responseProblem(response, { who: WHO, now: io.now }) }
  const hours = read(parseJson(await response.text()), io.now)
  if (!hours) return failedOutcome({ failure: 'protocol', status: 200, message: PROBLEM_WORDS.protocol(WHO) })
  return { ok: true, value: { ...about, hours } }
}

function readState(state: string | null): State | null {
  return state === null ? null : JSON.parse(state)
}

function stateNow(hours: ForecastHour[], old: State | null, now: number): State {
  const present = hours.findLast(({ at }) => at <= now) ?? hours[0] ?? null
  const earlier = hours.findLast(({ at }) => present !== null && at < present.at) ?? null
  const isSame = old?.now != null && present !== null && old.now.at >= present.at
  return { hours, now: isSame ? old.now : present, before: isSame ? old.before : (old?.now ?? earlier) }
}

/** The present hour. Its id is its time, so each hour is met once however often the forecast changes. */
function hourItems({ hours, now, before }: State): TriggerItem[] {
  const entry = hours.find(({ at }) => at === now?.at)
  if (!now || !entry) return []
  const ingredients = {
    Temperature: now.temperature,
    WindSpeed: now.wind,
    Rain: entry.rain,
    Sky: entry.sky,
    OccurredAt: new Date(now.at).toISOString(),
    [BEFORE]: before === null ? null : JSON.stringify(before),
    [AHEAD]: JSON.stringify(hours.filter(({ at }) => at >= now.at).map(({ at, rain }) => [at, rain])),
  }
  return [{ id: ingredients.OccurredAt, at: now.at, ingredients }]
}

/** Ingredients that triggers compare with; users never see them. */
const BEFORE = 'before'
const AHEAD = 'ahead'

/** Reads from an hour's item the weather of the hour before; null if nothing was known of it. */
export function hourBefore({ ingredients }: TriggerItem): { temperature: number; wind: number } | null {
  const text = ingredients[BEFORE]
  return typeof text === 'string' ? JSON.parse(text) : null
}

/** Times in ms with the millimeters of rain that fall from then until the next of them. */
export function rainAhead({ ingredients }: TriggerItem): [number, number][] {
  const text = ingredients[AHEAD]
  return typeof text === 'string' ? JSON.parse(text) : []
}

/** The cell of a place: MET asks for at most four decimals, and neighbors share one at two. */
export function cellOf(location: string): Record<string, string> {
  const place = findKnownPlace(location)
  return place ? { lat: place.latitude.toFixed(2), lon: place.longitude.toFixed(2) } : { place: location.trim() }
}

export const followWeather: Pick<FollowedSource, 'source' | 'fields'> = {
  source: 'forecast',
  fields: ({ location = '' }) => cellOf(location),
}
