import { stem } from './stem.ts'
import { isVerb } from './verb-classes.ts'

const words = (text: string) => text.split(' ')

/** What "when" may be called, as a pattern. */
export const WHEN = 'when|whenever|(?:every|any) ?time|each time|as soon as|the moment'

/** Words that say nothing of what a step does. */
const FILLERS = new Set(
  words(
    'a an the of my your our their his her its it to in on at is are be been being was were and or for with that this these those me i you we us them they from by about into so too also well any please want would like should could can will shall do did has have had if when whenever everytime anytime once then there each every all some one as than who which what how whose where just only but not no up out start somebody something anybody anything whether use needs more own get give make takes again',
  ).map(stem),
)

export function isFiller(each: string): boolean {
  return FILLERS.has(each)
}

/** Words by which alone no step is chosen, because many do it. */
const GENERAL = new Set(
  words(
    'new add send get set make put create turn switch save keep open write give call look show go come own all text receive arrive current',
  ).map(stem),
)

export function isGeneral(each: string): boolean {
  return GENERAL.has(each)
}

/** Whether a word or phrase tells to do something: "post", not "posts" or "posted". */
export function isDeed({ text, kind }: { text: string; kind: string }): boolean {
  return kind === 'word' && isVerb(text.split(' ')[0] ?? '')
}

/** Words that a sentence may have in any place without asking for anything. */
const LIGHT = new Set(
  words(
    'new mind note thing automatically immediately instantly directly always able way right away straight now simply quickly nice time become come arrive appear happen occur receive reach publish go show let know see say via through per latest whole entire list incoming am soon down still people later after before over against though everything nothing i\u2019m im ive id dont whatever plus including hey hi ok okay kindly thanks plz pls thx going expected supposed likely s t re ll ve m d',
  ).map(stem),
)

/** Whether a word asks for nothing by itself. */
export function isLight(each: string): boolean {
  return FILLERS.has(each) || LIGHT.has(each)
}

/** Words that turn what a sentence says into something else. */
const TURNS =
  /^(?:not|cannot|no|never|only|unless|except|without|nobody|nothing|none|instead|stop|(?:do|does|did|is|are|was|were|has|have|ca|wo|could|would|should)n['’]?t)$/i

export function turnsSense(word: string): boolean {
  return TURNS.test(word)
}
