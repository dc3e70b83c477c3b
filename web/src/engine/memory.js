// @ts-check
/// The memory limit of an engine on this device.

/**
 * Returns the smaller limit on devices with less than 4 GB of memory, the larger one elsewhere.
 * @param {number} small megabytes
 * @param {number} large megabytes
 */
export const megabytes = (small, large) => (Number(/** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory ?? 4) < 4 ? small : large);
