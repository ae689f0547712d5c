/** Bidirectional control characters, with which a text could rearrange what is shown around it. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A text from another program, such as a file or another server, without characters that change its direction. */
export const withoutDirection = (text: string): string => text.replaceAll(DIRECTION, '')
