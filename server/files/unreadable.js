/** Thrown if a file cannot be read further. */
export class Unreadable extends Error {
  constructor(why) {
    super(why)
    this.why = why
  }
}
