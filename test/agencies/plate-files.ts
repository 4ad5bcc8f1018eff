/** Little files in the forms of Bird's plate model, written for these tests. */

export const DIG_BOUNDARIES = `AF-AN                      Mueller et al. [1987]
 -4.37900E-01,-5.48518E+01
 +4.43182E-01,-5.44512E+01
*** end of line segment ***
SU/BU
 +9.50000E+01,+2.00000E+00
 +9.55000E+01,+3.00000E+00
*** end of line segment ***
OK\\PA                      by hand
 +1.50000E+02,+4.00000E+01
 +1.51000E+02,+4.10000E+01
*** end of line segment ***
`;

export const DIG_PLATES = `AF
 +0.0,+0.0
 +5.0,+0.0
 +5.0,+0.0
 +0.0,+5.0
 +0.0,+0.0
*** end of line segment ***
TO
 +1.79E+02,-2.0E+01
 -1.79E+02,-2.0E+01
 -1.79E+02,-1.8E+01
 +1.79E+02,-1.8E+01
 +1.79E+02,-2.0E+01
*** end of line segment ***
AN
${[180, 150, 120, 90, 60, 30, 0, -30, -60, -90, -120, -150, 180].map((x) => ` ${x}.0,-80.0`).join("\n")}
*** end of line segment ***
`;

export const STEPS_CSV = `SeqNum,PlateBoundIdentifer,PlateBoundContinuity,StartLong,StartLat,FinalLong,FinalLat,StepLength(km),AzimuthCenter,VelocityLeft,VelocityAzimuth,VelocityDivergent,VelocityRightLateral,Elevation,SeafloorAge,StepClass,StepContinuity,Orogen
1,AF-AN,FALSE,-0.438,-54.852,-0.039,-54.677,32.1,53,13.2,48,1.2,13.1,-1584,2,OTF,FALSE,FALSE
2,EU\\AF,FALSE,10.000,37.000,10.500,37.500,71.0,38,6.0,120,-5.9,-1.0,-200,200,CCB,FALSE,TRUE
`;

export const STEPS_DAT = `   1  AF-AN   -0.438 -54.852   -0.039 -54.677  32.1  53  13.2  48    1.2   13.1  -1584   2  OTF
   2  EU\\AF   10.000  37.000   10.500  37.500  71.0  38   6.0 120   -5.9   -1.0   -200 200  CCB*
`;

/** A FeatureCollection of features, each given as its properties and its geometry. */
export function geoJson(...features: readonly (readonly [properties: object, geometry: object])[]): string {
  return JSON.stringify({
    type: "FeatureCollection",
    features: features.map(([properties, geometry]) => ({ type: "Feature", properties, geometry })),
  });
}
