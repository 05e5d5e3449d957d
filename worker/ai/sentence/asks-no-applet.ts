/** "what is the weather?", "when does the bus come?", "is it cold in Oslo?": asks to be told now. */
const QUESTION =
  /^(?:(?:and|so|hey|hi|(?:can|could) you (?:please )?tell me(?!.*\b(?:every|each|when|if|at)\b))\s+)*(?:(?:what|who|where|why|which|whose|how)\b|what['’]?s\b|(?:when|does|did|do|is|are|was|were|will|has|have|should|am) (?:does|do|did|is|are|the|my|it|there|i|we|you|any\w*|some\w*)\b(?=[^?]*\?\s*$)|when (?:do|does|did|will|should)\b)[^?]*\??\s*$/i
/** "never email me on Sundays", "no more digests": what is not to be. */
const PROHIBITION =
  /^(?:please\s+)?(?:never|no(?! matter)|not|nothing|nobody|avoid|(?:i )?(?:do not|don['’]?t)(?! forget)|stop)\b/i
/** Where another part follows, such as "never miss a post: email me …". */
const PARTED = /[,;:.!?]\s/

/** Whether a sentence asks for nothing that an Applet does: a question, or what is not to be done. */
export function asksNoApplet(sentence: string): boolean {
  const said = sentence.trim()
  return QUESTION.test(said) || (PROHIBITION.test(said) && !PARTED.test(said))
}
