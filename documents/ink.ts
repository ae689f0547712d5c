export type Weight = 'regular' | 'bold'
export type Colour = readonly [red: number, green: number, blue: number]

export const BLACK: Colour = [17, 20, 20]
export const GREY: Colour = [84, 96, 96]
export const TEAL: Colour = [11, 110, 110]

/** Text as it is drawn, using only letters that `face` has. */
export type Wording = { text: string; face: string }

/** Measures text for the target medium. */
export type Pen = {
  word(text: string, weight: Weight): Wording
  /** Millimetres. */
  widthOf(wording: Wording, sizePt: number): number
}
