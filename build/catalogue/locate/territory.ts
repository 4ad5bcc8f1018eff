/** Where Western Sahara (EH) ends in the north, degrees: the parallel of 27° 40' N (treaty of Cabo Juby, 1958). */
export const WESTERN_SAHARA_NORTH = 27 + 40 / 60;

/** Whose an area is, in words. */
export const TERRITORY_RULE = `An area belongs to the entry of ISO 3166-1 that covers it, whoever controls it, as far as the map lets it be told apart: overseas departments, dependencies and Svalbard stand for themselves, Crimea is Ukraine's, northern Cyprus is Cyprus's, Somaliland is Somalia's. Kosovo has its user-assigned code XK. Western Sahara begins south of ${Math.floor(WESTERN_SAHARA_NORTH)}° ${Math.round((WESTERN_SAHARA_NORTH % 1) * 60)}′ N. Every other line is where Natural Earth draws it.`;
