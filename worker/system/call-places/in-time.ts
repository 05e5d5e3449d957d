/** Waits for the answer. Throws if it takes longer than `patience`, in ms. */
export async function inTime<Answer>(name: string, answer: PromiseLike<Answer>, patience: number): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took over ${patience} ms.`)), patience)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
