import { stem } from './stem.ts'

const words = (text: string) => text.split(' ')

/** Words that say nothing of what a step does. */
const FILLERS = new Set(
  words(
    'a an the of my your our their his her its it to in on at is are be been was and or for with that this these those me i you we us them they from by about into so too also well any please want would like should could can will shall do did has have had if when whenever once then there here each every all some one as than who which what how just only but not no up out start somebody something anybody anything whether use needs more us their own get give make it takes',
  ).map(stem),
)

export function isFiller(each: string): boolean {
  return FILLERS.has(each)
}

/** Words by which alone no step is chosen, because many do it. */
const GENERAL = new Set(
  words(
    'new add send get set make put create turn switch save keep open write give call look show go come own all text',
  ).map(stem),
)

export function isGeneral(each: string): boolean {
  return GENERAL.has(each)
}

/** Verbs with which people begin when they tell somebody to do something. */
const DEEDS = new Set(
  words(
    'add alert append ask back backup blink book buy call cancel check collect comment complete copy count create cross dim dm email feed fetch fire flash forward get give keep label let lock log mail make message note notify open order ping play post press publish put record remember remind run save sell send set share show sound star start stop store summarize summarise switch sync tell text track turn tweet update upload warn watch water write',
  ),
)

/** Whether a word or phrase tells to do something: "post", not "posts" or "posted". */
export function isDeed({ text }: { text: string }): boolean {
  return DEEDS.has(text.toLowerCase().split(' ')[0] ?? '')
}
