// The one error of a snapshot that cannot be trusted.

/** Damaged, cut short or of a foreign format. The message is for the operator and names the file. */
export class SnapshotDamage extends Error {
  override readonly name = 'SnapshotDamage';
}
