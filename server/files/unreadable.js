/** Why a file is not read further. */
export class Unreadable extends Error {
  constructor(why) {
    super(why)
    this.why = why
  }
}
