// @ts-check
/// How much memory an engine may take on this machine.

/** The size for phones with little memory, or for everything else. @param {number} few megabytes @param {number} many megabytes */
export const megabytes = (few, many) => (Number(/** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory ?? 4) < 4 ? few : many);
