/**
 * Marks a journey that presses or types before its page is hydrated. The product still loses some of these presses, so
 * the journey may need a second try. Remove the mark once no press is lost.
 */
export const KNOWN_EARLY_PRESS = { tag: '@early-press' }
