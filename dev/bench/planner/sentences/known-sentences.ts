import { CODE_AND_WEATHER_SENTENCES } from './code-and-weather-sentences.ts'
import { HOME_AND_TIME_SENTENCES } from './home-and-time-sentences.ts'
import { WORK_AND_LIFE_SENTENCES } from './work-and-life-sentences.ts'

/** The 150 sentences that the planner's words were written from. */
export const KNOWN_SENTENCES = [...CODE_AND_WEATHER_SENTENCES, ...HOME_AND_TIME_SENTENCES, ...WORK_AND_LIFE_SENTENCES]
