/**
 * The seed of everything that the tests draw at random: 1, or the number in the environment variable TEST_SEED. A property that fails
 * prints the seed it was tried with; TEST_SEED with that number tries the same values again, and any other number tries new ones.
 */
export const seed = seedFrom(process.env.TEST_SEED)

function seedFrom(text = '1'): number {
  const number = Number(text)
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(number)) throw new Error(`TEST_SEED must be a whole number (it is "${text}").`)
  return number
}
